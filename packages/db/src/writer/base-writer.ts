import { onlyServerKnows } from '@weft/core';
import { type Action, type Change, isRowChange, needsOf, type Stepped } from '@weft/history';
import { must } from '@weft/std';
import type { Engine, Sql } from '../engine/engine.ts';
import { Feed } from '../feed.ts';
import { GroupWriter, type Outcome } from '../group-commit.ts';
import { isDuplicateOf } from '../pg-errors.ts';
import { writeNumbers } from '../records/numbers.ts';
import { type OpenBase, readBase } from '../schema/read-base.ts';
import { baseAfter } from './base-after.ts';
import { countDeletedAnswers } from './deleted-answers.ts';
import { FeedPayloadLimit } from './feed-payload-limit.ts';
import { flush } from './flush.ts';
import { appendEntries, entriesAfter, entriesById } from './log.ts';
import type { LogEntry, Submitted } from './log-entry.ts';
import { LogTail } from './log-tail.ts';
import { type ActionJob, type AlongsideAction, planGroup } from './plan-group.ts';
import { answeredStep, keepAnswer } from './step-answers.ts';
import type { StepJob, StepRest } from './step-targets.ts';
import { planOneStep } from './steps.ts';
import { isWrittenSince, StaleRead, type WholeJob } from './whole-job.ts';
import type { WorkingState } from './working-state.ts';

type Job = ActionJob | WholeJob | StepJob;
type Done =
  | { readonly kind: 'whole'; readonly isStale: boolean }
  | { readonly kind: 'action'; readonly submitted: Submitted }
  | {
      readonly kind: 'step';
      readonly stepped: Stepped | null;
      readonly rest: StepRest | null;
      readonly repeated: boolean;
    };

/** What an undo or redo did. */
export interface DoneStep {
  readonly stepped: Stepped;
  /** True: the call was known, and nothing was done. */
  readonly repeated: boolean;
}

export interface WriterDeps {
  /** ISO 8601 UTC. */
  readonly now: () => string;
  readonly newActionId: () => string;
  /** Called after each commit, before anyone is answered. */
  readonly onCommitted: (changes: readonly Change[]) => void;
  /** Called after each commit with the number of the last entry of the log. */
  readonly onHead: (seq: number) => void;
  /** Called with what another process wrote. */
  readonly onOthers: (entries: readonly LogEntry[]) => void;
}

/** The one writer of a base in this process: plans actions, writes rows and log in one transaction, tells the feed. */
export class BaseWriter {
  readonly feed = new Feed<LogEntry>();
  readonly tail: LogTail;
  readonly #engine: Engine;
  readonly #schema: string;
  readonly #deps: WriterDeps;
  readonly #payloadLimit = new FeedPayloadLimit();
  readonly #group = new GroupWriter<Job, Done>(
    (jobs) => this.#run(jobs),
    (job) => job.kind !== 'action' || needsOf(job.action).alone === true,
  );
  /** Cached metadata, as last read or written; dropped when a failed transaction may have made it stale. Never mutated. */
  #base: OpenBase | null = null;

  constructor(engine: Engine, schema: string, deps: WriterDeps) {
    this.#engine = engine;
    this.#schema = schema;
    this.#deps = deps;
    this.tail = new LogTail({
      readAfter: (seq, limit) => entriesAfter(engine, schema, seq, limit),
      onOwn: (entries, changes) => {
        deps.onCommitted(changes);
        this.feed.publish(entries);
      },
      onOthers: (entries) => {
        deps.onOthers(entries);
        this.feed.publish(entries);
      },
      isFollowed: () => this.feed.readers > 0,
    });
  }

  /** The cached metadata; stale once another process has changed it. */
  get base(): OpenBase | null {
    return this.#base;
  }

  async submit(userId: string, action: Action, alongside?: AlongsideAction): Promise<Submitted> {
    const done = await this.#group.submit({
      kind: 'action',
      userId,
      action,
      ...(alongside && { alongside }),
    });
    if (done.kind !== 'action') throw new Error('An action was answered as a step');
    return done.submitted;
  }

  /** Actions in one transaction, all of them or none; false: what they were decided by was written since. */
  async submitAll(job: Omit<WholeJob, 'kind'>): Promise<boolean> {
    const done = await this.#group.submit({ kind: 'whole', ...job });
    if (done.kind !== 'whole') throw new Error('Several actions were answered as one');
    return !done.isStale;
  }

  /**
   * One undo or redo; null when there is none. A group too large for one transaction is taken in several, with
   * others' work in between; after a crash the next undo or redo goes on with the rest. The answer then leaves out its
   * changes.
   */
  async step(
    userId: string,
    direction: 'undo' | 'redo',
    { call, ...which }: Pick<StepJob, 'groupId' | 'actionIds' | 'entryId' | 'call' | 'alongside'> = {},
  ): Promise<DoneStep | null> {
    let stepped: Stepped | null = null;
    let rest: StepRest | null = null;
    do {
      const part: Done = await this.#group.submit({
        kind: 'step',
        userId,
        direction,
        newId: this.#deps.newActionId,
        // A chosen step that is too large for one transaction goes on as its group.
        ...(rest === null || which.entryId === undefined ? which : {}),
        ...(rest !== null && { rest }),
        ...(call && { call: { ...call, isFirst: call.isFirst && rest === null } }),
      });
      if (part.kind !== 'step') throw new Error('A step was answered as an action');
      if (part.stepped === null) break;
      // One that was broken off goes on with what was left.
      if (part.repeated && part.rest === null) return { stepped: part.stepped, repeated: true };
      stepped = stepped === null ? part.stepped : joined(stepped, part.stepped);
      rest = part.rest;
    } while (rest !== null);
    return stepped && { stepped, repeated: false };
  }

  /** Resolves when nothing waits to be written. */
  idle(): Promise<void> {
    return this.#group.idle();
  }

  async #run(jobs: readonly Job[]): Promise<readonly Outcome<Done>[]> {
    try {
      return await this.#runOnce(jobs);
    } catch (error) {
      this.#base = null;
      // A base was moved to another worker of Citus while its row was being locked: the row that was read is where the
      // base was before, and its next number is taken. Nothing was written, and the next transaction reads the right one.
      if (!isDuplicateOf(error, '_log_pkey')) throw error;
    }
    return this.#runOnce(jobs);
  }

  #runOnce(jobs: readonly Job[]): Promise<readonly Outcome<Done>[]> {
    const [first] = jobs;
    return this.tail.writing(async () => {
      if (first?.kind === 'step') return [await this.#runStep(first)];
      if (first?.kind === 'whole') return [await this.#runWhole(first)];
      return this.#runActions(jobs.filter((job) => job.kind === 'action'));
    });
  }

  async #runWhole(whole: WholeJob): Promise<Outcome<Done>> {
    const jobs = whole.actions.map((action): ActionJob => ({ kind: 'action', userId: whole.userId, action }));
    try {
      await this.#runActions(jobs, whole);
    } catch (error) {
      if (!(error instanceof StaleRead)) throw error;
      return { ok: true, done: { kind: 'whole', isStale: true } };
    }
    return { ok: true, done: { kind: 'whole', isStale: false } };
  }

  /** `whole`: the jobs are all of it, and one that is refused takes the others back. */
  async #runActions(
    jobs: readonly ActionJob[],
    whole: WholeJob | null = null,
  ): Promise<readonly Outcome<Done>[]> {
    const now = this.#deps.now();
    const { base, before, taken, fresh, planned, entries } = await this.#engine.transaction(async (tx) => {
      // Sent together: each statement sees what was committed before it, so that the second sees what the lock waited for.
      const [row, known] = await Promise.all([
        this.#lockRow(tx),
        entriesById(
          tx,
          this.#schema,
          jobs.map((job) => job.action.id),
        ),
      ]);
      const { base, seq } = await this.#opened(tx, row);
      if (whole !== null && (await isWrittenSince(tx, this.#schema, seq, whole.decided)))
        throw new StaleRead();
      const wanted = firstOfEach(jobs.filter((job) => !known.has(job.action.id)));
      const plan = await planGroup(tx, base, wanted, seq + 1, now);
      const refusal = whole && plan.outcomes.find((outcome) => !outcome.ok);
      if (refusal?.ok === false) throw refusal.reason;
      const made = { base, before: seq, taken: known, fresh: wanted, planned: plan };
      if (plan.entries.length === 0) return { ...made, entries: [] };
      await flush(tx, base, plan.entries, now);
      await countDeletedAnswers(tx, this.#schema, plan.entries);
      writeNumbers(tx, this.#schema, plan.state.numbers);
      const written = appendEntries(tx, base, plan.entries, plan.state.metadataChanged, this.#payloadLimit);
      for (const [i, job] of wanted.entries()) {
        const outcome = plan.outcomes[i];
        if (outcome?.ok === true) await job.alongside?.(tx, outcome.done.changes);
      }
      await whole?.alongside?.(tx, plan.changes);
      return { ...made, entries: written };
    });
    await this.#committed(base, before, planned.changes, entries);
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    const outcomes = new Map(fresh.map((job, i) => [job.action.id, planned.outcomes[i]]));
    const answered = new Set<string>();
    return jobs.map(({ action }): Outcome<Done> => {
      const outcome = outcomes.get(action.id);
      if (outcome !== undefined && !outcome.ok) return outcome;
      const entry = taken.get(action.id) ?? must(byId.get(action.id), 'the entry of an action');
      const earlier = taken.has(action.id);
      const repeated = earlier || answered.has(action.id);
      answered.add(action.id);
      const records = earlier || namesPeople(planned.state, planned.changes) ? null : planned.state.shown;
      return { ok: true, done: { kind: 'action', submitted: { entry, repeated, records } } };
    });
  }

  async #runStep(job: StepJob): Promise<Outcome<Done>> {
    const now = this.#deps.now();
    const result = await this.#engine.transaction(async (tx) => {
      const { base, seq } = await this.#lock(tx);
      const { call } = job;
      await job.alongside?.(tx);
      const known = call?.isFirst === true ? await answeredStep(tx, this.#schema, job, call.id) : null;
      if (known !== null) return { known };
      const planned = await planOneStep(tx, base, job, seq + 1, now);
      if (planned === null) return null;
      await flush(tx, base, [planned.entry], now);
      await countDeletedAnswers(tx, this.#schema, [planned.entry]);
      writeNumbers(tx, this.#schema, planned.state.numbers);
      await planned.mark(tx);
      const entries = appendEntries(
        tx,
        base,
        [planned.entry],
        planned.state.metadataChanged,
        this.#payloadLimit,
      );
      if (call !== undefined) await keepAnswer(tx, this.#schema, call.id, planned.stepped, planned.rest);
      return { base, before: seq, planned, entries };
    });
    if (result === null)
      return { ok: true, done: { kind: 'step', stepped: null, rest: null, repeated: false } };
    if ('known' in result) return { ok: true, done: { kind: 'step', ...result.known, repeated: true } };
    const { base, before, planned, entries } = result;
    await this.#committed(base, before, planned.entry.changes, entries);
    const { stepped, rest } = planned;
    return { ok: true, done: { kind: 'step', stepped, rest, repeated: false } };
  }

  /** Locks the base's row for this transaction, and reads the metadata where the cache is stale; its layout may be extended. */
  async #lock(tx: Sql): Promise<{ readonly base: OpenBase; readonly seq: number }> {
    return this.#opened(tx, await this.#lockRow(tx));
  }

  async #lockRow(tx: Sql): Promise<readonly [seq: number, metaVersion: number]> {
    const rows = await tx.query(`SELECT seq, meta_version FROM ${this.#schema}._base FOR UPDATE`);
    return must(rows[0], 'the row of a base') as readonly [number, number];
  }

  async #opened(
    tx: Sql,
    [seq, metaVersion]: readonly [seq: number, metaVersion: number],
  ): Promise<{ readonly base: OpenBase; readonly seq: number }> {
    if (this.#base?.metaVersion !== metaVersion) this.#base = await readBase(tx, this.#schema);
    const layout = { tables: new Map(this.#base.layout.tables) };
    return { base: { ...this.#base, layout }, seq };
  }

  async #committed(
    base: OpenBase,
    before: number,
    changes: readonly Change[],
    entries: readonly LogEntry[],
  ): Promise<void> {
    if (!changes.every(isRowChange)) this.#base = baseAfter(base, changes);
    // Of a call that is sent again as well: whoever committed it may have ended before it said so.
    this.#deps.onHead(entries.at(-1)?.seq ?? before);
    if (entries.length > 0) await this.tail.own(before, entries, changes);
  }
}

/** Joins the answers of one step's transactions; their changes are too many to answer with. */
const joined = (some: Stepped, more: Stepped): Stepped => ({
  actions: [...some.actions, ...more.actions],
  changes: null,
  conflicts: [...some.conflicts, ...more.conflicts],
});

/** Whether changes are of a table with fields that name people: what those are called is only known by reading. */
const namesPeople = ({ metadata }: WorkingState, changes: readonly Change[]): boolean => {
  const naming = metadata.tables.filter(({ fields }) => fields.some(onlyServerKnows));
  return naming.length > 0 && changes.some(({ tableId }) => naming.some(({ id }) => id === tableId));
};

/** The first job of each action id: a double click is one action. */
function firstOfEach(jobs: readonly ActionJob[]): readonly ActionJob[] {
  const seen = new Set<string>();
  return jobs.filter(({ action }) => {
    if (seen.has(action.id)) return false;
    seen.add(action.id);
    return true;
  });
}
