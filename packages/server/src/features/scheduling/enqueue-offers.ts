import { enqueueJobs, type Transaction } from '@weft/db';
import type { SchedulingDeps } from './deps.ts';
import type { OfferedEvent } from './offered-event.ts';

export const offersQueue = 'booking-offers';

/** Looks for whom a time that became free is: in the transaction that frees it. */
export const enqueueOffers = (
  { newId }: Pick<SchedulingDeps, 'newId'>,
  tx: Pick<Transaction, 'send'>,
  { event, flowId }: OfferedEvent,
): void => {
  if (!event.waitingList) return;
  enqueueJobs(tx, [{ id: newId('job'), queue: offersQueue, key: flowId, payload: { flowId } }]);
};
