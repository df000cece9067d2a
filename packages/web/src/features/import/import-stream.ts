import type { httpTransport } from '@weft/client';
import type { CallRequest, ImportEvent } from '@weft/protocol';
import { AppError } from '@weft/std';

type StreamTransport = Pick<ReturnType<typeof httpTransport>, 'stream'>;

export type ImportOrder = CallRequest<'import.csvImportStream'>;

/** Milliseconds before a lost stream is taken up again; the server waits ten seconds before it cancels. */
const waits = [200, 400, 800, 1_600, 2_500, 2_500];

const isEnd = ({ type }: ImportEvent): boolean =>
  type === 'finished' || type === 'cancelled' || type === 'error';

/**
 * Begins an import, or attaches to the one of this id, and follows it to its end.
 * Refusals and a network that stays away throw AppError; an aborted signal throws its reason.
 */
export async function followImport(
  transport: StreamTransport,
  order: ImportOrder,
  onEvent: (event: ImportEvent) => void,
  signal: AbortSignal,
  delay: (milliseconds: number) => Promise<unknown> = (wait) =>
    new Promise((resolve) => setTimeout(resolve, wait)),
): Promise<void> {
  for (let lost = 0; ; lost++) {
    let fault = new AppError(
      'unavailable',
      'Network error occurred. Please check your connection and try again.',
    );
    try {
      for await (const event of transport.stream('import.csvImportStream', order, signal)) {
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
