import { mkdir } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { type DatabaseError, databaseError } from '../pg-errors.ts';
import { makeClusterIn } from './cluster.ts';
import { FolderCopy } from './copy-folder.ts';
import { requireRoom } from './disk-room.ts';
import type { Answer, Answered, Request, WorkerSettings } from './embedded-messages.ts';
import {
  type CopyFormat,
  type Engine,
  lateStatement,
  type Reader,
  type Reads,
  type Row,
  type Scanner,
  type Sql,
  type Statement,
  type Transaction,
} from './engine.ts';
import { type KyselyConnection, kyselyOver } from './kysely-dialect.ts';
import { PriorityQueue, type Rank } from './priority-queue.ts';

type Without<T> = T extends unknown ? Omit<T, 'id'> : never;

/** The embedded database in a thread of its own, behind one queue: it has a single connection. */
class EmbeddedThread {
  readonly queue = new PriorityQueue();
  readonly #worker: Worker;
  readonly #waiting = new Map<
    number,
    { resolve: (answer: Answered) => void; reject: (error: DatabaseError) => void }
  >();
  /** Travel with the next request. */
  #held: Request[] = [];
  #next = 1;
  #ended: DatabaseError | null = null;

  constructor(settings: WorkerSettings) {
    this.#worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: settings });
    this.#worker.on('message', (answers: readonly Answer[]) => {
      for (const answer of answers) this.#take(answer);
    });
    this.#worker.on('error', (error: Error) =>
      this.#end(databaseError({ message: error.message, code: '57P01' })),
    );
    this.#worker.on('exit', () =>
      this.#end(databaseError({ message: 'The database is closed', code: '57P01' })),
    );
  }

  /** Resolves once the database is open. */
  opened(): Promise<Answered> {
    return new Promise((resolve, reject) => this.#waiting.set(0, { resolve, reject }));
  }

  /** Asks for what was held before as well: where that fails, this fails with its fault and is not done. */
  ask(request: Without<Request>, given: readonly ArrayBuffer[] = []): Promise<Answered> {
    const answered = this.hold(request);
    this.#worker.postMessage(this.#held, [...given]);
    this.#held = [];
    return answered;
  }

  /** Sends it with the next request: half of what a small statement costs is the way to the thread and back. */
  hold(request: Without<Request>): Promise<Answered> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    const id = this.#next++;
    this.#held.push({ ...request, id } as Request);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** What is held is not done: its transaction is rolled back. */
  drop(): void {
    for (const { id } of this.#held.splice(0)) this.#take({ id, rows: [], affected: 0 });
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('fault' in answer) waiting?.reject(databaseError(answer.fault));
    else waiting?.resolve(answer);
  }

  #end(error: DatabaseError): void {
    this.#ended = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

class EmbeddedSql implements Sql {
  readonly #thread: EmbeddedThread;
  readonly #folder: string | null;

  constructor(thread: EmbeddedThread, folder: string | null) {
    this.#thread = thread;
    this.#folder = folder;
  }

  async query(text: string, params: readonly unknown[] = []): Promise<readonly Row[]> {
    const { rows } = await this.#thread.ask({ kind: 'query', text, params, rows: 'array' });
    return rows as readonly Row[];
  }

  async copyIn(target: string, bytes: Uint8Array<ArrayBuffer>, format: CopyFormat = 'text'): Promise<void> {
    requireRoom(this.#folder, bytes.length);
    const text = `COPY ${target} FROM '/dev/blob' WITH (FORMAT ${format})`;
    await this.#thread.ask({ kind: 'copy', text, bytes }, [bytes.buffer]);
  }

  async copyOut(select: string): Promise<Uint8Array> {
    const { rows } = await this.#thread.ask({ kind: 'copy-out', text: `COPY (${select}) TO '/dev/blob'` });
    return rows[0] as Uint8Array;
  }

  async exec(text: string): Promise<void> {
    await this.#thread.ask({ kind: 'exec', text });
  }
}

/** The thread answers in order: what is sent needs no waiting for. */
class EmbeddedTransaction implements Transaction {
  readonly #thread: EmbeddedThread;
  readonly #sql: EmbeddedSql;
  readonly #sent: Promise<unknown>[] = [];
  #isEnded = false;

  constructor(thread: EmbeddedThread, folder: string | null) {
    this.#thread = thread;
    this.#sql = new EmbeddedSql(thread, folder);
    this.#hold({ kind: 'exec', text: 'BEGIN' });
  }

  async query(text: string, params?: readonly unknown[]): Promise<readonly Row[]> {
    return this.#open().query(text, params);
  }

  async copyIn(target: string, bytes: Uint8Array<ArrayBuffer>, format?: CopyFormat): Promise<void> {
    return this.#open().copyIn(target, bytes, format);
  }

  async copyOut(select: string): Promise<Uint8Array> {
    return this.#open().copyOut(select);
  }

  async exec(text: string): Promise<void> {
    return this.#open().exec(text);
  }

  send(text: string, params: readonly unknown[], heard?: (rows: readonly Row[]) => void): void {
    this.#hold({ kind: 'query', text, params, rows: 'array' }, heard);
  }

  async commit(): Promise<void> {
    const committed = this.#open().exec('COMMIT');
    this.#isEnded = true;
    await Promise.all([this.#answered(), committed]);
  }

  /** Answers the fault of the first statement that was sent and failed; `error` where none did. */
  async rollback(error: unknown): Promise<unknown> {
    this.#isEnded = true;
    this.#thread.drop();
    const fault = await this.#answered().then(
      () => error,
      (first: unknown) => first,
    );
    await this.#sql.exec('ROLLBACK');
    return fault;
  }

  #hold(request: Without<Request>, heard?: (rows: readonly Row[]) => void): void {
    this.#open();
    const answered = this.#thread.hold(request).then(({ rows }) => heard?.(rows as readonly Row[]));
    // Heard where the transaction ends.
    answered.catch(() => {});
    this.#sent.push(answered);
  }

  /** Throws what was wrong with the first statement that was sent and failed. */
  async #answered(): Promise<void> {
    for (const answered of this.#sent) await answered;
  }

  #open(): EmbeddedSql {
    if (this.#isEnded) throw lateStatement();
    return this.#sql;
  }
}

/** Reads of one rank. */
class EmbeddedReader implements Scanner {
  readonly inSteps = true;
  readonly #thread: EmbeddedThread;
  readonly #sql: Sql;
  readonly #rank: Rank;
  readonly #signal: AbortSignal | undefined;
  #worked = 0;

  constructor(thread: EmbeddedThread, sql: Sql, rank: Rank, signal?: AbortSignal) {
    this.#thread = thread;
    this.#sql = sql;
    this.#rank = rank;
    this.#signal = signal;
  }

  get isAlone(): boolean {
    return this.#thread.queue.isQuiet;
  }

  get worked(): number {
    return this.#worked;
  }

  query(text: string, params: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.#run(() => this.#sql.query(text, params));
  }

  /** The thread answers in order. */
  queryBoth(first: Statement, second: Statement): Promise<readonly [readonly Row[], readonly Row[]]> {
    return this.#run(() =>
      Promise.all([this.#sql.query(first.text, first.params), this.#sql.query(second.text, second.params)]),
    );
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    const timed = async () => {
      const begun = performance.now();
      try {
        return await work();
      } finally {
        this.#worked += performance.now() - begun;
      }
    };
    return this.#thread.queue.run(this.#rank, timed, this.#signal);
  }
}

class EmbeddedEngine implements Engine {
  readonly kind = 'embedded';
  readonly sharding = null;
  readonly connections = { direct: 0, pooled: 0 };
  readonly kysely;
  readonly copyFiles;
  readonly #thread: EmbeddedThread;
  readonly #sql: EmbeddedSql;
  readonly #edits: Reader;
  readonly #folder: string | null;

  constructor(thread: EmbeddedThread, folder: string | null) {
    this.#thread = thread;
    this.#folder = folder;
    this.copyFiles = folder === null ? null : (to: string) => this.#copyFiles(folder, to);
    this.#sql = new EmbeddedSql(thread, folder);
    this.#edits = new EmbeddedReader(thread, this.#sql, 'edit');
    this.kysely = kyselyOver(() => this.#hold());
  }

  pages(): Scanner {
    return new EmbeddedReader(this.#thread, this.#sql, 'page');
  }

  scanner(signal: AbortSignal): Scanner {
    return new EmbeddedReader(this.#thread, this.#sql, 'scan', signal);
  }

  query(text: string, params: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.#edits.query(text, params);
  }

  queryBoth(first: Statement, second: Statement): Promise<readonly [readonly Row[], readonly Row[]]> {
    return this.#edits.queryBoth(first, second);
  }

  copyIn(target: string, bytes: Uint8Array<ArrayBuffer>, format?: CopyFormat): Promise<void> {
    return this.transaction((tx) => tx.copyIn(target, bytes, format));
  }

  copyOut(select: string): Promise<Uint8Array> {
    return this.#thread.queue.run('edit', () => this.#sql.copyOut(select));
  }

  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T> {
    return work((reading) => this.#inTransaction(reading));
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    requireRoom(this.#folder);
    return this.#inTransaction(work);
  }

  async load<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    requireRoom(this.#folder);
    return this.#inTransaction(work, 'scan');
  }

  #inTransaction<T>(work: (tx: Transaction) => Promise<T>, rank: Rank = 'edit'): Promise<T> {
    return this.#thread.queue.run(rank, async () => {
      const tx = new EmbeddedTransaction(this.#thread, this.#folder);
      try {
        const result = await work(tx);
        await tx.commit();
        return result;
      } catch (error) {
        throw await tx.rollback(error);
      }
    });
  }

  async exec(text: string): Promise<void> {
    await this.#thread.queue.run('edit', () => this.#sql.exec(text));
  }

  async close(): Promise<void> {
    await this.#thread.queue.run('edit', () => this.#thread.ask({ kind: 'close' }));
  }

  async #copyFiles(from: string, to: string): Promise<void> {
    const copy = new FolderCopy(from, to);
    await mkdir(to, { recursive: true });
    await copy.pass();
    // A checkpoint before the last pass writes all but the newest changes, and so shortens the pause.
    await this.exec('CHECKPOINT');
    await this.#thread.queue.run('edit', async () => {
      await this.#thread.ask({ kind: 'exec', text: 'CHECKPOINT' });
      await copy.pass();
    });
  }

  /** Reserves the connection until it is released. */
  #hold(): Promise<KyselyConnection> {
    return new Promise((resolve) => {
      void this.#thread.queue.run(
        'edit',
        () =>
          new Promise<void>((release) =>
            resolve({
              run: async (text, params) => {
                const { rows, affected } = await this.#thread.ask({
                  kind: 'query',
                  text,
                  params,
                  rows: 'object',
                });
                return { rows: rows as readonly object[], affected };
              },
              release,
            }),
          ),
      );
    });
  }
}

/** Opens the embedded database in a folder (made when absent). One process at a time: see `DATA_DIR`'s lock. */
export async function openEmbedded(folder: string): Promise<Engine> {
  await makeClusterIn(folder);
  return new EmbeddedEngine(await openThread({ folder }), folder);
}

/** Opens a database in memory, begun as the tar archive of an embedded database's folder. */
export async function openInMemory(image: string): Promise<Engine> {
  return new EmbeddedEngine(await openThread({ image }), null);
}

async function openThread(settings: WorkerSettings): Promise<EmbeddedThread> {
  const thread = new EmbeddedThread(settings);
  await thread.opened();
  return thread;
}
