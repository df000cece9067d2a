/** Milliseconds between two lines. */
const pause = 500;

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
const grouped = (value: number): string => value.toLocaleString('en-US');

/** Tells a person at a terminal how far a long command has come. */
export class Progress {
  readonly #say: (line: string) => void;
  readonly #signal: AbortSignal;
  #tables = 0;
  #expected = 0;
  #rows = 0;
  #bytes = 0;
  #said = 0;

  constructor(say: (line: string) => void, signal: AbortSignal) {
    this.#say = say;
    this.#signal = signal;
  }

  /** Throws when the command was told to stop. */
  check(): void {
    this.#signal.throwIfAborted();
  }

  expect(tables: number): void {
    this.#expected = tables;
  }

  table(rows: number): void {
    this.#tables++;
    this.#rows += rows;
    this.#tell();
  }

  bytes(count: number): void {
    this.#bytes += count;
    this.#tell();
  }

  /** `12 tables, 3,400 rows, 1.2 MB`. */
  summary(): string {
    return `${grouped(this.#tables)} tables, ${grouped(this.#rows)} rows, ${megabytes(this.#bytes)}`;
  }

  #tell(): void {
    const now = performance.now();
    if (now - this.#said < pause) return;
    this.#said = now;
    this.#say(
      `${grouped(this.#tables)} of ${grouped(this.#expected)} tables, ${grouped(this.#rows)} rows, ${megabytes(this.#bytes)}`,
    );
  }
}
