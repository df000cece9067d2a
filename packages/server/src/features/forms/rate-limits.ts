import { AppError } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../http/network.ts';

const perMinute = (max: number) => ({
  max,
  timeWindow: 60_000,
  keyGenerator: (request: FastifyRequest) => networkOf(request.ip),
});

/** Answers that come by one route, a minute and network address; a whole class behind one address fits. */
export const answerRate = perMinute(120);
/** Autosaves a minute and network address: a class that fills in a form at once fits. */
export const autosaveRate = perMinute(600);
/** Autosaves of large answers a minute and network address: they take room that small ones do not. */
export const largeAutosavesPerMinute = 30;
/** Notices of payments a minute and network address: those of a shop that sells a lot come from a few addresses. */
export const noticeRate = perMinute(1_200);
/** Searches of pickers a minute and network address: one for each pause in typing. */
export const recordSearchRate = perMinute(240);
/** Passwords tried a minute and network address, however they come. */
export const passwordsPerMinute = 10;
/** Codes asked for by mail, and codes given, a minute and network address: a class has its codes within two minutes. */
export const mailCodesPerMinute = 30;
/** Files of answers a minute and network address, however they come. */
export const answerFilesPerMinute = 60;

/** Counts one more try of a request's network, and refuses it where there were too many within a minute. */
export type CountTry = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** One limit for what several routes do, or what one request does several times. */
export function sharedRate(app: FastifyInstance, max: number): CountTry {
  const count = app.createRateLimit(perMinute(max));
  return async (request, reply) => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    void reply.header('retry-after', counted.ttlInSeconds);
    throw new AppError('rate-limit', 'Too many requests: wait a moment and try again');
  };
}
