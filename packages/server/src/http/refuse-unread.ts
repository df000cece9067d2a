import type { Socket } from 'node:net';
import type { ErrorAnswer } from '@weft/protocol';

interface Refusal extends ErrorAnswer {
  readonly status: string;
}

const refusals: { readonly [code: string]: Refusal } = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    kind: 'limit',
    message: 'The headers of the request are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    kind: 'limit',
    message: 'The request did not come to its end in time',
  },
};
const unreadable: Refusal = { status: '400 Bad Request', kind: 'invalid', message: 'Not an HTTP request' };

/** Answers bytes that never became a request, in the shape of every other refusal, and hangs up. */
export function refuseUnread(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, ...answer } = refusals[error.code ?? ''] ?? unreadable;
  const body = JSON.stringify({ error: answer });
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  socket.destroy(error);
}
