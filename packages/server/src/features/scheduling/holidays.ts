import { Worker } from 'node:worker_threads';
import { type Holiday, keptHolidays, type PublicHolidays } from '@weft/scheduling';
import { AppError } from '@weft/std';

interface Place {
  readonly code: string;
  readonly name: string;
}

/** What the worker says; `days` is null where there is no such place. */
export interface HolidayAnswer {
  readonly countries: readonly Place[];
  readonly regions: readonly Place[];
  readonly days: readonly Holiday[] | null;
}

type Asked = Pick<PublicHolidays, 'country' | 'region'>;

/** Places that are remembered. */
const mostPlaces = 300;
const longestComputing = 20_000;
/** Bookings are at most two years ahead, or on dates that were set. */
const years = { before: 1, ahead: 3 } as const;

/**
 * Public holidays by country and region. They are computed in a thread that ends with its answer: the rules of all
 * countries take 36 MB and a third of a second to load, which no server needs for long.
 */
export class Holidays implements Disposable {
  readonly #now: () => number;
  readonly #known = new Map<string, Promise<HolidayAnswer>>();
  readonly #running = new Set<Worker>();

  constructor(now: () => number) {
    this.#now = now;
  }

  async countries(): Promise<readonly Place[]> {
    return (await this.#ask('', null)).countries;
  }

  /** From last year to three years ahead; null: there is no such place. */
  async of({ country, region }: Asked): Promise<{
    readonly regions: readonly Place[];
    readonly days: readonly Holiday[];
  } | null> {
    const year = new Date(this.#now()).getUTCFullYear();
    const all = Array.from({ length: years.before + 1 + years.ahead }, (_, n) => year - years.before + n);
    const { regions, days } = await this.#ask(`${country} ${region} ${year}`, {
      country,
      region,
      years: all,
    });
    return days === null ? null : { regions, days };
  }

  /** The dates that somebody keeps. */
  async keptBy(kept: PublicHolidays): Promise<readonly string[]> {
    const found = await this.of(kept);
    // Chosen when it was known: open on a holiday would be worse than an answer that fails.
    if (found === null) throw new AppError('unavailable', 'The public holidays of a host are not known');
    return keptHolidays(found.days, kept);
  }

  #ask(key: string, place: (Asked & { readonly years: readonly number[] }) | null): Promise<HolidayAnswer> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= mostPlaces) this.#known.clear();
    const asked = this.#compute(place);
    this.#known.set(key, asked);
    // What failed is tried again by whoever asks next.
    asked.catch(() => this.#known.delete(key));
    return asked;
  }

  async #compute(place: object | null): Promise<HolidayAnswer> {
    const worker = new Worker(new URL('./holiday-worker.ts', import.meta.url), {
      workerData: place,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    this.#running.add(worker);
    const { promise, resolve, reject } = Promise.withResolvers<HolidayAnswer>();
    const timer = setTimeout(() => reject(new Error('The holidays took too long')), longestComputing);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The holidays were not computed')));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#running.delete(worker);
      await worker.terminate();
    }
  }

  [Symbol.dispose](): void {
    for (const worker of this.#running) void worker.terminate();
  }
}
