import { AppError } from '@weft/std';
import { errorOf, networkError } from './errors.ts';

interface Message {
  readonly event: string;
  readonly data: string;
}

/** Parses a byte stream as server-sent events (HTML standard, section 9.2.6). */
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
 * The events of a streamed answer, each as `read` reads its text. Throws the error that the server ends it with, and a
 * network error where it breaks off. `onMessage` is called for everything that arrives, heartbeats included.
 */
export async function* serverEvents<E>(
  response: Response,
  read: (text: string) => E,
  onMessage: () => void,
): AsyncGenerator<E> {
  if (response.body === null) throw networkError('no body');
  try {
    for await (const { event, data } of messages(response.body)) {
      onMessage();
      if (event === 'serialized-error') throw errorOf(500, data);
      if (event === 'message' && data !== '') yield read(data);
    }
  } catch (error) {
    throw error instanceof AppError ? error : networkError(error);
  }
}
