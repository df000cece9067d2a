import { must } from '@weft/std';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyAll,
  type Content,
  deletedIn,
  type EditBatch,
  editCopy,
  emptyContent,
  faultsOf,
  heardCopy,
  rebase,
  rereadCopy,
  settledCopy,
  shownCopy,
  stepCopy,
  type WorkingCopy,
  workingCopy,
} from './index.ts';
import { type Choice, changed, choices, documents } from './testing.ts';

const numRuns = Number(process.env.LAWS_RUNS ?? 100);
const rules = { isText: (key: string): boolean => key === 'label' };

/** The server of these tests: it orders batches, and takes each once. */
class Server {
  readonly first: Content;
  readonly log: EditBatch[] = [];

  constructor(first: Content) {
    this.first = first;
  }

  at(version: number): Content {
    return applyAll(
      this.first,
      this.log.slice(0, version).flatMap(({ edits }) => edits),
    );
  }

  get now() {
    return { version: this.log.length, content: this.at(this.log.length) };
  }

  take({ id, version, edits }: EditBatch) {
    if (!this.log.some((batch) => batch.id === id)) {
      const since = this.log.slice(version).flatMap((batch) => batch.edits);
      const rebased = rebase(this.now.content, edits, {
        wins: 'edit',
        deleted: deletedIn(since),
        isText: rules.isText,
      });
      if (rebased.edits.length > 0) this.log.push({ id, version: this.log.length + 1, edits: rebased.edits });
    }
    return this.now;
  }
}

interface Person {
  readonly who: string;
  copy: WorkingCopy;
  /** The batch on its way, as the server will get it. */
  sent: EditBatch | null;
  made: number;
}

const label = (before: string | null, after: string) =>
  [{ kind: 'prop', id: null, key: 'label', before, after }] as const;
const empty = workingCopy({ version: 0, content: emptyContent('form', 0) });

describe('a working copy', () => {
  it('W1: adds to the batch that waits, and nothing to the one that is on its way', () => {
    const typed = editCopy(empty, { edits: label(null, 'a'), batchId: 'one', inFlight: null }, false);
    const more = editCopy(typed, { edits: label('a', 'ab'), batchId: 'two', inFlight: null }, true);
    expect(more.pending).toEqual([{ id: 'one', version: 0, edits: label(null, 'ab') }]);
    const sending = editCopy(more, { edits: label('ab', 'abc'), batchId: 'two', inFlight: 'one' }, true);
    expect(sending.pending.map(({ id }) => id)).toEqual(['one', 'two']);
    expect(shownCopy(sending, rules).props).toEqual({ label: 'abc' });
  });

  it('U5: takes back what was typed in one go as one step, and a pause begins another', () => {
    const edit = (copy: WorkingCopy, before: string | null, after: string, continues: boolean) =>
      editCopy(copy, { edits: label(before, after), batchId: 'one', inFlight: null }, continues);
    const typed = edit(edit(edit(empty, null, 'a', false), 'a', 'ab', true), 'ab', 'abc', false);
    const once = must(stepCopy(typed, 'undo', { batchId: 'one', inFlight: null }, rules)).copy;
    expect(shownCopy(once, rules).props).toEqual({ label: 'ab' });
    const twice = must(stepCopy(once, 'undo', { batchId: 'one', inFlight: null }, rules)).copy;
    expect(shownCopy(twice, rules).props).toEqual({});
    expect(stepCopy(twice, 'undo', { batchId: 'one', inFlight: null }, rules)).toBeNull();
  });

  it('W3: takes the answer and the feed for one', () => {
    const server = new Server(empty.content);
    const typed = editCopy(empty, { edits: label(null, 'a'), batchId: 'one', inFlight: null }, false);
    const batch = must(typed.pending[0]);
    const answer = server.take(batch);
    const told = heardCopy(typed, must(server.log[0]));
    expect(settledCopy(told, 'one', answer)).toEqual(told);
    expect(heardCopy(settledCopy(typed, 'one', answer), must(server.log[0]))).toEqual(told);
    expect(told).toMatchObject({ version: 1, pending: [] });
  });

  it('W2: nothing is lost or made twice, whatever the network, undo and reloads do', () => {
    const turns = fc.array(fc.tuple(fc.nat(2), fc.nat(8), choices(2)), { maxLength: 30, size: 'max' });
    fc.assert(
      fc.property(documents, turns, (base, sequence) => {
        const server = new Server(base);
        const people: Person[] = ['x', 'y', 'z'].map((who) => ({
          who,
          copy: workingCopy(server.now),
          sent: null,
          made: 0,
        }));
        const made = (person: Person) => ({
          batchId: `${person.who}_batch${person.made++}`,
          inFlight: person.sent?.id ?? null,
        });
        const send = (person: Person, isAnswered: boolean) => {
          person.sent ??= person.copy.pending[0] ?? null;
          if (person.sent === null) return;
          const answer = server.take(person.sent);
          // An answer that gets lost: the batch is sent again.
          if (!isAnswered) return;
          person.copy = settledCopy(person.copy, person.sent.id, answer);
          person.sent = null;
        };
        const hear = (person: Person, count: number) => {
          const { version } = person.copy;
          for (const batch of server.log.slice(version, version + count))
            person.copy = heardCopy(person.copy, batch);
          if (!person.copy.pending.some(({ id }) => id === person.sent?.id)) person.sent = null;
        };
        const act: readonly ((person: Person, more: readonly Choice[]) => void)[] = [
          (person) => send(person, true),
          (person) => send(person, false),
          (person) => hear(person, 1),
          (person) => hear(person, 3),
          // A reload: what was pending is kept on the device, steps are not.
          (person) => {
            person.copy = workingCopy(server.now, person.copy.pending);
            person.sent = null;
          },
          (person) => {
            person.copy = stepCopy(person.copy, 'undo', made(person), rules)?.copy ?? person.copy;
          },
          (person) => {
            person.copy = stepCopy(person.copy, 'redo', made(person), rules)?.copy ?? person.copy;
          },
        ];
        const edit = (person: Person, more: readonly Choice[]) => {
          const edits = changed(shownCopy(person.copy, rules), more, `${person.who}${person.made}_`);
          person.copy = editCopy(person.copy, { edits, ...made(person) }, false);
        };
        for (const [place, what, more] of sequence) {
          const person = must(people[place]);
          (act[what] ?? edit)(person, more as readonly Choice[]);
          expect(faultsOf(shownCopy(person.copy, rules))).toEqual([]);
        }
        for (const person of people) while (person.copy.pending.length > 0) send(person, true);
        for (const person of people) hear(person, server.log.length);
        for (const person of people) {
          expect(shownCopy(person.copy, rules)).toEqual(server.now.content);
          expect(person.copy.pending).toEqual([]);
        }
        const ids = server.log.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns },
    );
  });

  it('goes on with what waits after reading the document again', () => {
    const server = new Server(empty.content);
    const typed = editCopy(empty, { edits: label(null, 'a'), batchId: 'one', inFlight: null }, false);
    server.take({
      id: 'other',
      version: 0,
      edits: [{ kind: 'prop', id: null, key: 'help', before: null, after: 'x' }],
    });
    const again = rereadCopy(typed, server.now);
    expect(again.pending[0]?.version).toBe(1);
    expect(shownCopy(again, rules).props).toEqual({ label: 'a', help: 'x' });
  });
});

it('what the server makes because a person asked for it is one step of theirs', () => {
  const before = workingCopy({ version: 0, content: emptyContent('form', 0) });
  const edits = [
    { kind: 'prop', id: null, key: 'label', before: null, after: 'New' },
    { kind: 'prop', id: null, key: 'other', before: null, after: 'Too' },
  ] as const;
  const batch = { id: 'edt1', version: 1, edits };
  const ids = { batchId: 'edt2', inFlight: null };
  expect(stepCopy(heardCopy(before, batch), 'undo', ids, rules)).toBeNull();
  const stepped = must(stepCopy(heardCopy(before, batch, true), 'undo', ids, rules));
  expect(shownCopy(stepped.copy, rules)).toEqual(before.content);
  expect(stepped.copy.steps.done).toEqual([]);
});
