import { AppError } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../../http/network.ts';

/** Forms and buttons of apps a minute and network address. */
export const appSent = 120;
/** How often a minute and network address forms are asked what they ask for by now, while somebody fills them in. */
export const formLooks = 600;
/** Codes that people ask for, and codes and links that do not fit, a minute and network address: an office is one network. */
export const codesPerMinute = 120;
export const wrongCodesPerMinute = 30;
/** Pages of one network that hear of changes. */
export const liveOfNetwork = 200;

/** Counts one more of a request's network, and refuses it where there were too many within a minute. */
export function sharedAppRate(app: FastifyInstance, max: number) {
  const keyGenerator = (request: FastifyRequest) => networkOf(request.ip);
  const count = app.createRateLimit({ max, timeWindow: 60_000, keyGenerator });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    void reply.header('retry-after', counted.ttlInSeconds);
    throw new AppError('rate-limit', 'Too many requests: wait a moment and try again');
  };
}
