import { AppError } from '@weft/std';

const MiB = 1024 * 1024;

/** What may be under way at once. */
interface Load {
  readonly requests: number;
  /** Of bodies that are kept in memory. */
  readonly bytes: number;
}

/** A person has room for two of the largest calls; one address may be that of a whole company. */
export const maxInFlight = {
  person: { requests: 1_000, bytes: 64 * MiB },
  network: { requests: 4_000, bytes: 128 * MiB },
  /** All strangers of one address together. */
  strangers: { requests: 200, bytes: 8 * MiB },
  server: { requests: Number.POSITIVE_INFINITY, bytes: 256 * MiB },
} as const satisfies { readonly [who: string]: Load };

type Who = keyof typeof maxInFlight;

export interface Sender {
  /** Null: a stranger. */
  readonly userId: string | null;
  readonly network: string;
}

const refusals: { readonly [W in Who]: () => AppError } = {
  person: () =>
    new AppError('rate-limit', 'Too much of yours is under way: wait for some of it to be answered'),
  network: () =>
    new AppError('rate-limit', 'Too much is under way from your address: wait a moment and try again'),
  strangers: () =>
    new AppError('rate-limit', 'Too much is under way from your address: wait a moment and try again'),
  server: () => new AppError('unavailable', 'The server has too much to do: try again in a moment'),
};

const serverKey = 'server';

/** The requests being answered, and their bodies, counted by who sent them: nobody takes the room of all others. */
export class InFlight {
  readonly #loads = new Map<string, { requests: number; bytes: number }>();

  /** Counts a request until the returned function is called; throws when one of its limits is reached. */
  take({ userId, network }: Sender, bytes: number): () => void {
    const counted: readonly (readonly [Who, string])[] = [
      userId === null ? ['strangers', `strangers ${network}`] : ['person', `person ${userId}`],
      ['network', `network ${network}`],
      ['server', serverKey],
    ];
    for (const [who, key] of counted) {
      const most = maxInFlight[who];
      const load = this.#loads.get(key);
      if ((load?.requests ?? 0) + 1 > most.requests || (load?.bytes ?? 0) + bytes > most.bytes)
        throw refusals[who]();
    }
    for (const [, key] of counted) this.#add(key, 1, bytes);
    let taken = true;
    return () => {
      if (taken) for (const [, key] of counted) this.#add(key, -1, -bytes);
      taken = false;
    };
  }

  /** How many senders are remembered. */
  get size(): number {
    return this.#loads.size;
  }

  #add(key: string, requests: number, bytes: number): void {
    const load = this.#loads.get(key) ?? { requests: 0, bytes: 0 };
    load.requests += requests;
    load.bytes += bytes;
    if (load.requests === 0) this.#loads.delete(key);
    else this.#loads.set(key, load);
  }
}
