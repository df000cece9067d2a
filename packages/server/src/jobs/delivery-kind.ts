import { type Deliveries, type Delivery, deliveryQueue, noteDelivered, noteRefused } from '@weft/db';
import { z } from 'zod';
import { type AnyJobKind, JobFault, type JobRun, jobKind, outsideRetries } from './job-kind.ts';

/** A kind of effect on the world outside: one module, and one line in the list it is given in. */
export interface DeliveryKind {
  /** The name its rows carry; it is stored and never changes. */
  readonly kind: string;
  /** Whether what was sent may be read afterwards. */
  readonly keepsContent: boolean;
  /**
   * Sends it, and answers what the receiver said, if anything. The receiver is given the idempotency key where its protocol
   * has a place for one: an attempt whose server died is made again. Throws what becomes the answer; JobFault to say when.
   */
  readonly send: (delivery: Delivery, run: JobRun) => Promise<string | null>;
}

const payload = z.strictObject({
  deliveryId: z.string(),
  /** Whose flow sends it. */
  organizationId: z.string().exactOptional(),
  personId: z.string().exactOptional(),
});

const usualQueue = { queue: deliveryQueue, label: 'Send a mail, or tell another service' };

/** Attempts deliveries; each attempt and its answer is noted in the row in the same transaction as the job's end. */
export function deliveryJob(
  deliveries: Deliveries,
  kinds: readonly DeliveryKind[],
  { queue, label }: { readonly queue: string; readonly label: string } = usualQueue,
): AnyJobKind {
  return jobKind({
    ...{ queue, label, payload },
    // Of each queue in a process: most of the time they wait for an answer.
    concurrency: 8,
    // A service that hangs holds up whoever writes to it, and nobody else.
    reserve: 8,
    retry: outsideRetries,
    run: async ({ deliveryId }, run) => {
      const delivery = await deliveries.find(deliveryId);
      // Forgotten with its time, or sent by an attempt whose job is made again by hand.
      if (delivery === null || delivery.state === 'sent') return undefined;
      const kind = kinds.find((one) => one.kind === delivery.kind);
      if (kind === undefined) throw new JobFault(`This server cannot send a ${delivery.kind}`, null);
      const answer = await kind.send(delivery, run);
      return (tx) => noteDelivered(tx, deliveryId, answer, kind.keepsContent);
    },
    onFailure:
      ({ deliveryId }, fault, givenUp) =>
      (tx) =>
        noteRefused(tx, deliveryId, fault, givenUp),
  });
}
