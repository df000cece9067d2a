import type { httpTransport } from '@weft/client';
import type { CallRequest, ImportEvent } from '@weft/protocol';
import { AppError } from '@weft/std';

type StreamTransport = Pick<ReturnType<typeof httpTransport>, 'stream'>;

export type ImportOrder = CallRequest<'import.csvImportStream'>;

/** Milliseconds before a lost stream is taken up again; the server waits ten seconds before it cancels. */
const waits = [200, 400, 800, 1_600, 2_500, 2_500];

const isEnd = ({ type }: ImportEvent): boolean =>
  type === 'finished' || type === 'cancelled' || type === 'error';

const usualDelay = (wait: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, wait));

/** The same of any stream of import events, which `open` begins or attaches to. */
export async function followEvents(
  open: (signal: AbortSignal) => AsyncIterable<ImportEvent>,
  onEvent: (event: ImportEvent) => void,
  signal: AbortSignal,
  delay: (milliseconds: number) => Promise<unknown> = usualDelay,
): Promise<void> {
  for (let lost = 0; ; lost++) {
    let fault = new AppError(
      'unavailable',
      'Network error occurred. Please check your connection and try again.',
    );
    try {
      for await (const event of open(signal)) {
        lost = 0;
        onEvent(event);
        if (isEnd(event)) return;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error;
      fault = error;
    }
    signal.throwIfAborted();
    const wait = waits[lost];
    if (wait === undefined) throw fault;
    await delay(wait);
  }
}

/** Milliseconds that a finished import is shown as complete (specification 3, section 9). */
export const finishDelay = 1_000;

/**
 * Begins an import, or attaches to the one of this id, and follows it to its end.
 * Refusals and a network that stays away throw AppError; an aborted signal throws its reason.
 */
export const followImport = (
  transport: StreamTransport,
  order: ImportOrder,
  onEvent: (event: ImportEvent) => void,
  signal: AbortSignal,
  delay: (milliseconds: number) => Promise<unknown> = usualDelay,
): Promise<void> =>
  followEvents((left) => transport.stream('import.csvImportStream', order, left), onEvent, signal, delay);
