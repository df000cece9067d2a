import { refuseUnread } from './refuse-unread.ts';

/** Milliseconds a request gets from its first byte on. */
export interface RequestPatience {
  /** To the end of its headers. */
  readonly headers: number;
  /** To its end: a file of 50 MB comes over a line of 1.4 Mbit/s. */
  readonly whole: number;
  /** How often the server looks who has had theirs. */
  readonly lookEvery: number;
}

const usual: RequestPatience = { headers: 15_000, whole: 300_000, lookEvery: 5_000 };

/** Of Fastify's options those that keep whoever sends slowly or without end from holding a place for ever. */
export function requestLimits({ headers, whole, lookEvery } = usual) {
  return {
    bodyLimit: 1024 * 1024,
    // Queries travel in the address; the contract allows 1 MiB of headers.
    http: { maxHeaderSize: 1024 * 1024, headersTimeout: headers, connectionsCheckingInterval: lookEvery },
    requestTimeout: whole,
    clientErrorHandler: refuseUnread,
  };
}
