import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

interface Answered {
  readonly method: string;
  /** By its pattern (`routeName`). */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const databaseBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What the server counts about itself, as Prometheus reads it. Names begin with weft_, those of the process do not. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests;
  readonly #streams;
  readonly #edits;
  readonly #databaseWait;
  readonly #databaseWork;
  readonly #databaseActive;

  constructor() {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Histogram({
      name: 'weft_http_request_duration_seconds',
      help: 'Requests by route and status, and how long their answers took. Streams are not among them.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: requestBuckets,
      registers,
    });
    this.#streams = new Gauge({
      name: 'weft_open_streams',
      help: 'Server-sent event streams that are open now.',
      labelNames: ['call'] as const,
      registers,
    });
    this.#edits = new Counter({
      name: 'weft_edits_applied_total',
      help: 'Actions applied to databases, by kind; one sent again is not counted again.',
      labelNames: ['type'] as const,
      registers,
    });
    this.#databaseWait = new Histogram({
      name: 'weft_database_wait_seconds',
      help: 'How long transactions waited for a connection (embedded: for the lock).',
      buckets: databaseBuckets,
      registers,
    });
    this.#databaseWork = new Histogram({
      name: 'weft_database_seconds',
      help: 'How long statements outside transactions, and transactions, took, waiting included.',
      labelNames: ['kind'] as const,
      buckets: databaseBuckets,
      registers,
    });
    this.#databaseActive = new Gauge({
      name: 'weft_database_active',
      help: 'Statements outside transactions, and transactions, that are waiting or running now.',
      labelNames: ['kind'] as const,
      registers,
    });
  }

  answered({ method, route, status, seconds }: Answered): void {
    this.#requests.observe({ method, route, status: String(status) }, seconds);
  }

  /** Counts a stream until the returned function is called. */
  streamOpened(call: string): () => void {
    this.#streams.inc({ call });
    return () => this.#streams.dec({ call });
  }

  edited(type: string, count = 1): void {
    this.#edits.inc({ type }, count);
  }

  /** Counts a piece of the database's work until its end. `began` is to be called once it has its connection. */
  async databaseWork<T>(kind: 'query' | 'transaction', work: (began: () => void) => Promise<T>): Promise<T> {
    const asked = performance.now();
    const seconds = () => (performance.now() - asked) / 1_000;
    this.#databaseActive.inc({ kind });
    try {
      return await work(() => this.#databaseWait.observe(seconds()));
    } finally {
      this.#databaseActive.dec({ kind });
      this.#databaseWork.observe({ kind }, seconds());
    }
  }

  /** A number asked for whenever somebody reads. */
  watch(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.set(read());
      },
    });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
