import { promisify } from 'node:util';
import { AppError } from '@weft/std';
import yauzl, { type Entry, type ZipFile } from 'yauzl';

/** What reading a workbook may take: a small file can unpack to any number of bytes. */
export interface WorkbookLimits {
  /** Bytes of one part, unpacked: a sheet of a million rows has some hundred MB. */
  readonly maxPart: number;
  /** Bytes of all that is unpacked; a part that is read twice counts twice, as its sheet does. */
  readonly maxTotal: number;
  /** Milliseconds from opening it. */
  readonly maxTime: number;
}

export const usualLimits: WorkbookLimits = {
  maxPart: 1024 ** 3,
  maxTotal: 4 * 1024 ** 3,
  maxTime: 10 * 60_000,
};
/** More parts than any workbook of people has. */
const maxEntries = 10_000;

/** Why a workbook is refused. */
export const refusedWorkbook = (what: string): AppError =>
  new AppError('invalid', `This workbook cannot be read: ${what}.`);

/** What the library says of a damaged archive is a refusal, what the disk says is not. */
const unreadable = (error: unknown): unknown =>
  error instanceof AppError ||
  (error instanceof Error && 'errno' in error && 'syscall' in error && error.syscall !== undefined)
    ? error
    : refusedWorkbook('the file is damaged');

const open = promisify<string, object, ZipFile>(yauzl.open);

/** An XLSX file: the texts of its parts. */
export class WorkbookFile implements AsyncDisposable {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  readonly #limits: WorkbookLimits;
  readonly #signal: AbortSignal;
  readonly #opened = performance.now();
  #unpacked = 0;

  private constructor(
    zip: ZipFile,
    entries: ReadonlyMap<string, Entry>,
    limits: WorkbookLimits,
    signal: AbortSignal,
  ) {
    this.#zip = zip;
    this.#entries = entries;
    this.#limits = limits;
    this.#signal = signal;
  }

  /** Aborting the signal ends whatever is being read. */
  static async open(
    path: string,
    signal: AbortSignal,
    limits: Partial<WorkbookLimits> = {},
  ): Promise<WorkbookFile> {
    const zip = await open(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
      throw unreadable(error);
    });
    try {
      if (zip.entryCount > maxEntries) throw refusedWorkbook('it holds too many files');
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
      return new WorkbookFile(zip, entries, { ...usualLimits, ...limits }, signal);
    } catch (error) {
      zip.close();
      throw unreadable(error);
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** The text of a part. Its size is counted as it is unpacked: what the archive says of it may be a lie. */
  async *text(name: string): AsyncGenerator<string> {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) throw refusedWorkbook(`${name} is missing in it`);
    if (entry.isEncrypted()) throw refusedWorkbook('it is protected by a password');
    const decoder = new TextDecoder();
    let size = 0;
    try {
      for await (const bytes of await this.#zip.openReadStreamPromise(entry)) {
        size += bytes.length;
        this.#unpacked += bytes.length;
        this.#requireWithin(size);
        yield decoder.decode(bytes, { stream: true });
      }
    } catch (error) {
      throw this.#signal.aborted ? this.#signal.reason : unreadable(error);
    }
    yield decoder.decode();
  }

  #requireWithin(sizeOfPart: number): void {
    this.#signal.throwIfAborted();
    const { maxPart, maxTotal, maxTime } = this.#limits;
    if (sizeOfPart > maxPart || this.#unpacked > maxTotal)
      throw refusedWorkbook('it is too large when it is unpacked');
    if (performance.now() - this.#opened >= maxTime)
      throw refusedWorkbook(`reading it takes longer than ${maxTime / 60_000} minutes`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#zip.close();
  }
}
