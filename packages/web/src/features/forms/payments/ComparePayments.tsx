import { isCurrency, moneyText } from '@weft/payments';
import type { CallOutput } from '@weft/protocol';
import { Button } from '@weft/ui';
import { useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { rpc } from '../../../rpc.ts';
import { phaseText } from './payment-queries.ts';

type Compared = CallOutput<'forms.comparePayments'>;
type Difference = Compared['differences'][number];

/** 'Paid, EUR 5.00 refunded, disputed'. */
function stateText({ phase, refunded, dispute }: Difference['was'], currency: string): string {
  const back = refunded > 0 && isCurrency(currency) ? `, ${moneyText(currency, refunded)} refunded` : '';
  const disputed = dispute === 'none' ? '' : dispute === 'open' ? ', disputed' : `, dispute ${dispute}`;
  return `${phaseText[phase]}${back}${disputed}`;
}

/** Asks Stripe about all payments of a form, and lists what was different here. */
export function ComparePayments({
  flowId,
  onDone,
}: {
  readonly flowId: string;
  readonly onDone: () => unknown;
}) {
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Omit<Compared, 'next'> | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const compare = async () => {
    setBusy(true);
    setFault(null);
    let all: Omit<Compared, 'next'> = { checked: 0, unread: 0, differences: [], unknown: [] };
    try {
      for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
        const page: Compared = await rpc.call('forms.comparePayments', {
          flowId,
          ...(after !== null && { after }),
        });
        all = {
          checked: all.checked + page.checked,
          unread: all.unread + page.unread,
          differences: [...all.differences, ...page.differences],
          unknown: [...all.unknown, ...page.unknown],
        };
        setFound(all);
        after = page.next;
      }
    } catch (refused) {
      setFault(errorText(refused));
    } finally {
      await onDone();
      setBusy(false);
    }
  };
  return (
    <section aria-label="Comparison" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" loading={busy} onClick={() => void compare()}>
          Compare with Stripe
        </Button>
        <p role="status" className="text-small text-text-muted">
          {found !== null &&
            `${found.checked} compared, ${found.differences.length} different${
              found.unread > 0 ? `, ${found.unread} could not be asked about` : ''
            }`}
        </p>
      </div>
      {fault !== null && (
        <p role="alert" className="text-danger-text text-small">
          {fault}
        </p>
      )}
      {found !== null && found.differences.length > 0 && (
        <ul aria-label="Differences" className="flex flex-col gap-1 text-small">
          {found.differences.map(({ orderId, email, currency, was, now }) => (
            <li key={orderId}>
              {email ?? orderId}: {stateText(was, currency)} here, {stateText(now, currency)} at Stripe. It is
              so here too now.
            </li>
          ))}
        </ul>
      )}
      {found !== null && found.unknown.length > 0 && (
        <>
          <p className="text-small">
            Paid at Stripe for orders that are not here, as after an older backup was restored: refund them
            there, or ask whoever paid.
          </p>
          <ul aria-label="Payments that are not known here" className="flex flex-col gap-1 text-small">
            {found.unknown.map(({ paymentId, currency, units, live, at, email }) => (
              <li key={paymentId}>
                {isCurrency(currency) ? moneyText(currency, units) : `${units} ${currency}`},{' '}
                {at.slice(0, 10)}
                {email !== null && `, ${email}`}:{' '}
                <a
                  className="break-all text-accent-text underline"
                  href={`https://dashboard.stripe.com/${live ? '' : 'test/'}payments/${paymentId}`}
                  target="_blank"
                  rel="noopener noreferrer"
                >
                  {paymentId}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
