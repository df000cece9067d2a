import { randomBytes } from 'node:crypto';
import { maxNoticeSecrets, secretOwnerOfNotices } from '@weft/db';
import { PaymentFault, readStripeNotice } from '@weft/integrations';
import { AppError } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../http/serve.ts';
import type { FormsDeps } from '../deps.ts';
import { noticeRate } from '../rate-limits.ts';
import { syncOrder } from './sync-order.ts';

/** Bytes of a notice, far above what Stripe sends. */
const maxNotice = 256 * 1024;
/** Notices that are acted on at once; Stripe sends the others again. */
const maxAtOnce = 16;

const busy = () => new AppError('unavailable', 'It cannot be looked into now: send it again');

/** As many as there may be, whether or not an account is there: how long it takes to refuse tells nothing. */
async function secretsOf(
  { paymentNotices, secrets }: Pick<FormsDeps, 'paymentNotices' | 'secrets'>,
  serviceId: string,
): Promise<readonly string[]> {
  const owner = secretOwnerOfNotices(serviceId);
  const kept = await paymentNotices.of(serviceId);
  const texts = await secrets.read(kept.map(({ secretId }) => ({ ...owner, id: secretId })));
  const none = () => randomBytes(32).toString('base64url');
  return [...texts.values(), ...Array.from({ length: maxNoticeSecrets - texts.size }, none)];
}

/**
 * Where Stripe tells that something became of a payment. What it says is only taken as a reason to ask: a notice that is
 * lost, doubled, late or out of order comes to the same.
 */
export function mountPaymentNotices(app: FastifyInstance, deps: FormsDeps): void {
  let acting = 0;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxNotice }, (_request, body, done) =>
      done(null, body),
    );
    serve(
      scope,
      'POST /webhooks/stripe/:serviceId',
      async ({ request, path: { serviceId } }) => {
        const signature = String(request.headers['stripe-signature'] ?? '').slice(0, 2_000);
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const known = await secretsOf(deps, serviceId.slice(0, 100));
        const notice = readStripeNotice(body, signature, known, deps.now());
        if (notice === 'forged')
          throw new AppError(
            'invalid',
            'The signature does not fit: check the address and the signing secret, and that nothing between changes what Stripe sends',
          );
        const orderId = notice && (await deps.paymentOrders.ofNotice(serviceId, notice));
        if (orderId === null) return { received: true };
        if (acting >= maxAtOnce) throw busy();
        acting++;
        try {
          await syncOrder(deps, orderId, 'webhook');
        } catch (error) {
          if (!(error instanceof PaymentFault)) throw error;
          // Of another kind it is noted with the order: sent again it would come to the same.
          if (error.kind === 'retry') throw busy();
        } finally {
          acting--;
        }
        return { received: true };
      },
      { bodyLimit: maxNotice, config: { rateLimit: noticeRate } },
    );
  });
}
