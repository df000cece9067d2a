import { must } from '@weft/std';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyAll,
  blockOf,
  type Content,
  composed,
  deletedIn,
  diff,
  type Edit,
  emptyContent,
  faultsOf,
  invertAll,
  mergeText,
  noSteps,
  type Rebased,
  rebase,
  recorded,
  redo,
  undo,
} from './index.ts';
import { type Choice, changed, choices, documents, play } from './testing.ts';

const numRuns = Number(process.env.LAWS_RUNS ?? 100) * 3;
const isText = (key: string): boolean => key === 'label';

/** Edits made on a document that `since` has changed meanwhile. */
const on = (base: Content, since: readonly Edit[], edits: readonly Edit[]): Rebased =>
  rebase(applyAll(base, since), edits, { wins: 'edit', deleted: deletedIn(since), isText });

/** A document without the order keys, of which two people may have meant one. */
const unordered = ({ props, blocks }: Content) => ({
  props,
  blocks: Object.fromEntries(
    Object.entries(blocks).map(([id, { parent, props: own }]) => [id, { parent, props: own }]),
  ),
});

describe('edits', () => {
  it('E2: a diff applied gives the other document, taken back the first, and is none of the same', () => {
    fc.assert(
      fc.property(documents, documents, choices(10), (a, other, more) => {
        for (const b of [other, applyAll(a, play(a, more, 'b').flat())]) {
          const edits = diff(a, b);
          expect(applyAll(a, edits)).toEqual(b);
          expect(applyAll(b, invertAll(edits))).toEqual(a);
          expect(diff(b, b)).toEqual([]);
          // No block on the way stands in one that is not there.
          edits.reduce((now, edit) => {
            const next = applyAll(now, [edit]);
            expect(faultsOf(next).filter(({ reason }) => reason.startsWith('There is no block'))).toEqual([]);
            return next;
          }, a);
        }
      }),
      { numRuns },
    );
  });

  it('E3: composed they come to the same, each difference once', () => {
    fc.assert(
      fc.property(documents, choices(15), (base, more) => {
        const edits = play(base, more, 'a').flat();
        const few = composed(base, edits);
        expect(applyAll(base, few)).toEqual(applyAll(base, edits));
        expect(few.length).toBeLessThanOrEqual(edits.length);
      }),
      { numRuns },
    );
  });
});

describe('two people', () => {
  const both = fc.tuple(documents, choices(8), choices(8));
  const law = (holds: (base: Content, a: readonly Edit[], b: readonly Edit[]) => void) =>
    fc.assert(
      fc.property(both, ([base, one, two]) => holds(base, changed(base, one, 'a'), changed(base, two, 'b'))),
      { numRuns },
    );

  it('M1, S4: edits come out exact, and the document stays whole', () => {
    law((base, a, b) => {
      const now = applyAll(base, a);
      const { edits, content } = on(base, a, b);
      expect(applyAll(now, edits)).toEqual(content);
      expect(applyAll(content, invertAll(edits))).toEqual(now);
      expect(faultsOf(content)).toEqual([]);
    });
  });

  it('M2: what does not clash comes to the same in either order, but for texts at one place of a text', () => {
    law((base, a, b) => {
      const [ab, ba] = [on(base, a, b), on(base, b, a)];
      if (ab.clashes.length > 0 || ba.clashes.length > 0) return;
      const wrote = (edits: readonly Edit[]) =>
        edits.flatMap((one) => (one.kind === 'prop' && isText(one.key) ? [`${one.id} ${one.key}`] : []));
      const theirs = new Set(wrote(b));
      if (wrote(a).some((text) => theirs.has(text))) return;
      expect(unordered(ab.content)).toEqual(unordered(ba.content));
    });
  });

  it('M3, M4: nobody’s work is lost', () => {
    law((base, a, b) => {
      for (const [earlier, later] of [
        [a, b],
        [b, a],
      ] as const) {
        const { content, clashes } = on(base, earlier, later);
        const named = (edit: Edit) => clashes.some((clash) => clash.edit === edit);
        const sets = (edits: readonly Edit[], edit: Edit) =>
          edits.some(
            (other) =>
              other.kind === 'prop' && edit.kind === 'prop' && other.id === edit.id && other.key === edit.key,
          );
        for (const [mine, theirs] of [
          [earlier, later],
          [later, earlier],
        ] as const)
          for (const edit of mine) {
            if (edit.kind === 'block' && edit.after === null) continue;
            if (edit.kind === 'move' && edit.after.parent === edit.before.parent) continue;
            // Whatever somebody made, moved or wrote into is there.
            const block = edit.id === null ? content : blockOf(content, edit.id);
            expect({ edit, there: block !== undefined }).toEqual({ edit, there: true });
            if (edit.kind !== 'prop') continue;
            if (!sets(theirs, edit)) expect(must(block).props[edit.key] ?? null).toEqual(edit.after);
          }
        // Of one prop that both set, the later stands, or both; that it replaced another is named.
        for (const edit of later) {
          if (edit.kind !== 'prop') continue;
          const block = must(edit.id === null ? content : blockOf(content, edit.id));
          const other = earlier.find((one) => sets([one], edit));
          const value = block.props[edit.key] ?? null;
          if (other === undefined || other.kind !== 'prop') continue;
          const [was, mine, theirs] = [edit.before, edit.after, other.after];
          const texts = [was, mine, theirs].every((each) => typeof each === 'string') && isText(edit.key);
          const merged = texts ? mergeText(String(was), String(mine), String(theirs)) : null;
          expect([mine, merged]).toContainEqual(value);
          if (value === mine && mine !== theirs && merged === null) expect(named(edit)).toBe(true);
        }
      }
    });
  });

  it('M4: what one deletes and the other works on stays, in either order; all else that is deleted is gone', () => {
    law((base, a, b) => {
      const orders = [on(base, a, b), on(base, b, a)];
      // Where both put one block elsewhere, the last counts, and with it what the block stands in.
      const raced = orders.flatMap(({ clashes }) =>
        clashes.filter(({ edit, reason }) => edit.kind === 'move' && reason !== 'brought-back'),
      );
      if (raced.length > 0) return;
      const [ab, ba] = orders.map(({ content }) => Object.keys(content.blocks).toSorted());
      expect(ab).toEqual(ba);
    });
  });

  it('M7: browsers that hear of everything, however late, show one document', () => {
    const turns = fc.array(fc.tuple(fc.nat(2), fc.nat(3), choices(3)), { maxLength: 25, size: 'max' });
    fc.assert(
      fc.property(documents, turns, (base, sequence) => {
        const log: Edit[] = [];
        const people = ['x', 'y', 'z'].map((who) => ({
          who,
          heard: 0,
          turn: 0,
          waiting: [] as readonly Edit[],
        }));
        const server = () => applyAll(base, log);
        const seen = (heard: number) => applyAll(base, log.slice(0, heard));
        const shown = ({ heard, waiting }: (typeof people)[number]) =>
          rebase(seen(heard), waiting, { wins: 'edit', deleted: deletedIn(log.slice(0, heard)), isText })
            .content;
        const send = (person: (typeof people)[number]) => {
          const rules = { wins: 'edit', deleted: deletedIn(log), isText } as const;
          log.push(...rebase(server(), person.waiting, rules).edits);
          person.waiting = [];
          person.heard = log.length;
        };
        for (const [place, what, more] of sequence) {
          const person = must(people[place]);
          if (what === 0) send(person);
          else if (what === 1) person.heard = Math.min(log.length, person.heard + 2);
          else {
            const before = shown(person);
            const edits = changed(before, more as readonly Choice[], `${person.who}${person.turn++}_`);
            person.waiting = [...person.waiting, ...edits];
          }
          expect(faultsOf(shown(person))).toEqual([]);
        }
        for (const person of people) send(person);
        for (const person of people) person.heard = log.length;
        for (const person of people) expect(shown(person)).toEqual(server());
        expect(faultsOf(server())).toEqual([]);
      }),
      { numRuns: Math.ceil(numRuns / 3) },
    );
  });
});

describe('steps', () => {
  it('U3: all taken back is the document as it was, all done again what it became', () => {
    fc.assert(
      fc.property(documents, choices(20), (base, more) => {
        const turns = play(base, more, 'a');
        let steps = turns.reduce(recorded, noSteps);
        const full = applyAll(base, turns.flat());
        let now = full;
        for (let step = undo(now, steps, { isText }); step !== null; step = undo(now, steps, { isText })) {
          expect(step.clashes).toEqual([]);
          ({ content: now, steps } = step);
        }
        expect(now).toEqual(base);
        for (let step = redo(now, steps, { isText }); step !== null; step = redo(now, steps, { isText }))
          ({ content: now, steps } = step);
        expect(now).toEqual(full);
      }),
      { numRuns },
    );
  });

  it('U1, U2: takes back nothing of others: what they did stays, whatever a person takes back', () => {
    fc.assert(
      fc.property(documents, choices(8), choices(8), fc.nat(8), (base, one, two, count) => {
        const mine = changed(base, one, 'a');
        const between = applyAll(base, mine);
        let { content: now } = on(base, mine, changed(base, two, 'b'));
        const theirs = diff(between, now);
        let steps = mine.reduce((all, edit) => recorded(all, [edit]), noSteps);
        for (let i = 0; i < count; i++) {
          const step = undo(now, steps, { isText });
          if (step === null) break;
          ({ content: now, steps } = step);
        }
        expect(faultsOf(now)).toEqual([]);
        for (const edit of theirs) {
          if (edit.kind === 'block') {
            expect(blockOf(now, edit.id) !== undefined).toBe(edit.after !== null);
            continue;
          }
          const block = must(edit.id === null ? now : blockOf(now, edit.id));
          // A text both wrote in keeps what they wrote, without what I did.
          if (edit.kind === 'prop' && !isText(edit.key))
            expect(block.props[edit.key] ?? null).toEqual(edit.after);
        }
      }),
      { numRuns },
    );
  });

  it('U4: new edits end what could be done again', () => {
    const content = emptyContent('form', 0);
    const edit = { kind: 'prop', id: null, key: 'label', before: null, after: 'One' } as const;
    const back = must(undo(applyAll(content, [edit]), recorded(noSteps, [edit]), { isText }));
    expect(back.steps.undone).toHaveLength(1);
    expect(recorded(back.steps, [{ ...edit, after: 'Two' }]).undone).toEqual([]);
    expect(recorded(back.steps, [])).toEqual(back.steps);
  });
});
