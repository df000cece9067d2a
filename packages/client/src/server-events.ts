import { AppError } from '@weft/std';
import { errorOf, offline } from './transport.ts';

interface Message {
  readonly event: string;
  readonly data: string;
}

/** Cuts a byte stream into server-sent events (HTML standard, section 9.2.6). */
async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(chunk, { stream: true });
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      const lines = rest.slice(0, end).split('\n');
      rest = rest.slice(end + 2);
      const part = (name: string) =>
        lines.flatMap((line) =>
          line.startsWith(`${name}:`) ? [line.slice(name.length + 1).trimStart()] : [],
        );
      yield { event: part('event')[0] ?? 'message', data: part('data').join('\n') };
    }
  }
}

/**
 * The JSON events of an answer that is a stream; the error the server ends it with is thrown. `onWord` is called for
 * whatever comes, the signs of life between events included.
 */
export async function* serverEvents(response: Response, onWord = () => {}): AsyncGenerator<unknown> {
  if (response.body === null) throw offline('no body');
  try {
    for await (const { event, data } of messages(response.body)) {
      onWord();
      if (event === 'serialized-error') throw errorOf(500, { error: JSON.parse(data) });
      if (event === 'message' && data !== '') yield JSON.parse(data);
    }
  } catch (error) {
    throw error instanceof AppError ? error : offline(error);
  }
}
