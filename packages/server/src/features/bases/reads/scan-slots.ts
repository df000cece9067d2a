import { AppError } from '@weft/std';

/** Who a read that may look through a whole table is for. */
export interface ScanOwner {
  readonly userId: string;
  /** That of the database it reads. */
  readonly organizationId: string;
}

export interface ScanLimits {
  /** Reads at a time. */
  readonly perPerson: number;
  readonly perOrganization: number;
  /** As many as PostgreSQL has connections for them. */
  readonly inAll: number;
  /** Reads that wait for their turn. */
  readonly waitingPerPerson: number;
  readonly waitingPerOrganization: number;
  /** Milliseconds. */
  readonly longestWait: number;
  readonly longestScan: number;
}

export const usualScanLimits: Omit<ScanLimits, 'longestScan'> = {
  perPerson: 2,
  perOrganization: 4,
  inAll: 6,
  waitingPerPerson: 30,
  waitingPerOrganization: 60,
  longestWait: 30_000,
};

interface Waiting extends ScanOwner {
  readonly begin: () => void;
  readonly refuse: (reason: unknown) => void;
}

const advice = 'narrow it by a filter, or ask for it later';

/**
 * Reads that look through whole tables: so many at a time for a person, an organization and the server. The others wait,
 * and the organization with the fewest running goes first.
 */
export class ScanSlots {
  readonly #limits: ScanLimits;
  readonly #running: ScanOwner[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #closing = new AbortController();

  constructor(limits: ScanLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running.length;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs a read when it has a slot. The signal it gets is aborted when its reader leaves or its time is up. */
  async run<T>(owner: ScanOwner, left: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const over = AbortSignal.any([left, this.#closing.signal]);
    over.throwIfAborted();
    if (this.#mayBegin(owner)) this.#running.push(owner);
    else await this.#slot(owner, over);
    const { longestScan } = this.#limits;
    const end = new AbortController();
    const time = setTimeout(
      () =>
        end.abort(
          new AppError(
            'limit',
            `Looking through this table took longer than ${longestScan / 1_000} s and was stopped, nothing was changed: ${advice}`,
          ),
        ),
      longestScan,
    );
    const signal = AbortSignal.any([end.signal, over]);
    try {
      return await work(signal);
    } finally {
      clearTimeout(time);
      this.#running.splice(this.#running.indexOf(owner), 1);
      this.#beginNext();
    }
  }

  /** Ends all reads: the server stops. */
  close(): void {
    this.#closing.abort(
      new AppError('unavailable', 'The server is stopping, nothing was changed: try again in a moment'),
    );
  }

  #slot(owner: ScanOwner, over: AbortSignal): Promise<void> {
    const { waitingPerPerson, waitingPerOrganization, longestWait } = this.#limits;
    const { userId, organizationId } = owner;
    if (this.#waiting.filter((one) => one.userId === userId).length >= waitingPerPerson)
      throw new AppError(
        'rate-limit',
        `You have ${waitingPerPerson} searches and totals waiting already: let them end first`,
      );
    if (this.#waiting.filter((one) => one.organizationId === organizationId).length >= waitingPerOrganization)
      throw new AppError(
        'rate-limit',
        `Your organization has ${waitingPerOrganization} searches and totals waiting already: try again in a moment`,
      );
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        clearTimeout(time);
        over.removeEventListener('abort', leave);
      };
      const waiting: Waiting = {
        userId,
        organizationId,
        begin: () => {
          stop();
          this.#running.push(owner);
          resolve();
        },
        refuse: (reason) => {
          stop();
          reject(reason);
        },
      };
      const leave = () => waiting.refuse(over.reason);
      const time = setTimeout(
        () =>
          waiting.refuse(
            new AppError(
              'unavailable',
              `This waited ${longestWait / 1_000} s behind other searches and totals and was not begun: ${advice}`,
            ),
          ),
        longestWait,
      );
      this.#waiting.push(waiting);
      over.addEventListener('abort', leave, { once: true });
    });
  }

  #runningOf(organizationId: string): number {
    return this.#running.filter((one) => one.organizationId === organizationId).length;
  }

  #mayBegin({ userId, organizationId }: ScanOwner): boolean {
    const { perPerson, perOrganization, inAll } = this.#limits;
    return (
      this.#running.length < inAll &&
      this.#runningOf(organizationId) < perOrganization &&
      this.#running.filter((one) => one.userId === userId).length < perPerson
    );
  }

  #beginNext(): void {
    const next = this.#waiting
      .filter((one) => this.#mayBegin(one))
      .toSorted((a, b) => this.#runningOf(a.organizationId) - this.#runningOf(b.organizationId))[0];
    next?.begin();
  }
}
