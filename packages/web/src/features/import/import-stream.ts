import { errorOf } from '@weft/client';
import type { CallRequest, ImportEvent } from '@weft/protocol';
import { AppError } from '@weft/std';

export type ImportOrder = CallRequest<'import.csvImportStream'>;

const networkText = 'Network error occurred. Please check your connection and try again.';

/** A lost stream is taken up again under the same id; the server waits ten seconds before it cancels. */
const waits = [200, 400, 800, 1_600, 2_500, 2_500];

const isEnd = ({ type }: ImportEvent): boolean =>
  type === 'finished' || type === 'cancelled' || type === 'error';

async function refusal(response: Response): Promise<AppError> {
  if (response.status === 431) return new AppError('limit', 'Request header fields too large');
  return errorOf(response.status, await response.json().catch(() => null));
}

/** The blocks of a server-sent event stream as (event, data). */
async function* blocks(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly [string, string]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(chunk, { stream: true });
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      const lines = rest.slice(0, end).split('\n');
      rest = rest.slice(end + 2);
      const part = (name: string): string =>
        lines
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).trimStart())
          .join('\n');
      yield [part('event') || 'message', part('data')];
    }
  }
}

/** One connection; true when the import's end came with it. */
async function attach(
  order: ImportOrder,
  onEvent: (event: ImportEvent) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const response = await fetch('/rpc/import.csvImportStream', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(order),
    signal,
  });
  if (!response.ok) throw await refusal(response);
  if (response.body === null) return false;
  for await (const [kind, data] of blocks(response.body)) {
    if (kind === 'serialized-error') throw errorOf(500, { error: JSON.parse(data) });
    if (kind !== 'message' || data === '') continue;
    const event = JSON.parse(data) as ImportEvent;
    onEvent(event);
    if (isEnd(event)) return true;
  }
  return false;
}

/**
 * Begins an import, or attaches to the one of this id, and follows it to its end.
 * Refusals and a network that stays away throw AppError; an aborted signal throws its reason.
 */
export async function followImport(
  order: ImportOrder,
  onEvent: (event: ImportEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let lost = 0; ; lost++) {
    try {
      const heard = (event: ImportEvent) => {
        lost = 0;
        onEvent(event);
      };
      if (await attach(order, heard, signal)) return;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AppError && error.kind !== 'unavailable') throw error;
    }
    signal.throwIfAborted();
    const wait = waits[lost];
    if (wait === undefined) throw new AppError('unavailable', networkText);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
