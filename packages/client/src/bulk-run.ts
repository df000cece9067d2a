import { AppError } from '@weft/std';

/** Records of one call: a million of them are a thousand calls, each a transaction of a few hundredths of a second. */
const perStep = 1_000;

/** Milliseconds before a step is tried again while the network is away. */
const retryAfter = 1_000;

export interface BulkWorld {
  readonly newActionId: () => string;
  /** Resolves after milliseconds, or at once when aborted. */
  readonly delay: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Whether a refusal is about a record that has been deleted meanwhile. */
  readonly isMissing: (error: AppError) => boolean;
}

/** What a long run tells while it goes on; done and total are records. */
export interface BulkProgress {
  /** First the records are read, for what is changed moves them. */
  readonly phase: 'reading' | 'changing';
  readonly done: number;
  readonly total: number;
}

export interface BulkWatch {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BulkProgress) => void;
}

const passes = ({ kind }: AppError): boolean => kind === 'unavailable' || kind === 'rate-limit';

/**
 * Sends work on any number of records, a step at a time, each an action of its own: what is too much for one
 * transaction or for one look ahead in the browser. A step that the network lost is sent again as the same action; one
 * refused because a record has been deleted meanwhile is sent in halves, until only that record is left out. The
 * answer is how many records were done; any other refusal is thrown, and aborting ends it after the present step.
 */
export async function runInSteps<T>(
  items: readonly T[],
  send: (step: readonly T[], actionId: string) => Promise<unknown>,
  world: BulkWorld,
  watch: BulkWatch,
): Promise<number> {
  const { signal } = watch;

  const once = async (step: readonly T[]): Promise<AppError | null> => {
    const actionId = world.newActionId();
    for (;;) {
      try {
        await send(step, actionId);
        return null;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (world.isMissing(error)) return error;
        if (!passes(error)) throw error;
        // It may have arrived: the same action again is taken once.
        await world.delay(retryAfter, signal);
        if (signal.aborted) throw error;
      }
    }
  };
  const sendStep = async (step: readonly T[]): Promise<number> => {
    const refusal = await once(step);
    if (refusal === null) return step.length;
    if (step.length === 1) return 0;
    const middle = Math.ceil(step.length / 2);
    return (await sendStep(step.slice(0, middle))) + (await sendStep(step.slice(middle)));
  };

  let changed = 0;
  for (let start = 0; start < items.length && !signal.aborted; start += perStep) {
    watch.onProgress({ phase: 'changing', done: start, total: items.length });
    changed += await sendStep(items.slice(start, start + perStep));
  }
  return changed;
}
