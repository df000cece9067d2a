import { useInfiniteQuery } from '@tanstack/react-query';
import { isCurrency, moneyText, whyNotRefunded } from '@weft/payments';
import { Badge, Button, EmptyState, Skeleton, toast } from '@weft/ui';
import { CloudOff, CreditCard } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { queryClient } from '../../../queries.ts';
import { rpc } from '../../../rpc.ts';
import { Moment } from '../../../shell/Moment.tsx';
import { ComparePayments } from './ComparePayments.tsx';
import { GiveUpPayment } from './GiveUpPayment.tsx';
import { currencyIn, type Payment, paymentsKey, paymentsQuery, phaseText } from './payment-queries.ts';
import { RefundDialog } from './RefundDialog.tsx';
import { EndSubscription, SubscriptionBadge, subscriptionSum } from './SubscriptionPart.tsx';

const tones: { readonly [P in Payment['phase']]: ComponentProps<typeof Badge>['tone'] } = {
  awaiting: 'neutral',
  processing: 'warning',
  paid: 'success',
  expired: 'neutral',
  abandoned: 'neutral',
  review: 'danger',
};

/** What was paid for answers, and by currency. */
export function PaymentsView({
  flowId,
  canEdit,
  inside = false,
}: {
  readonly flowId: string;
  readonly canEdit: boolean;
  /** It stands in a page that scrolls. */
  readonly inside?: boolean;
}) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    paymentsQuery(flowId),
  );
  const [refunded, setRefunded] = useState<Payment | null>(null);
  const readAgain = () => queryClient.invalidateQueries({ queryKey: paymentsKey(flowId) });
  if (error !== null && data === undefined)
    return (
      <EmptyState
        icon={CloudOff}
        title="Couldn’t load the payments"
        text={errorText(error)}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  if (data === undefined) return <Skeleton className="m-8 h-40" />;
  const payments = data.pages.flatMap(({ orders }) => orders);
  const totals = data.pages[0]?.totals ?? [];
  if (payments.length === 0)
    return (
      <EmptyState
        icon={CreditCard}
        title="No payments yet"
        text="What people pay for their answers is listed here, with refunds."
      />
    );
  return (
    <div className={inside ? '' : 'flex-1 overflow-y-auto px-8 py-6 max-sm:px-4'}>
      <div className="mx-auto flex max-w-180 flex-col gap-4">
        {totals.length > 0 && (
          <dl aria-label="Totals" className="flex flex-wrap gap-x-8 gap-y-3 rounded-lg border px-5 py-4">
            {totals.map(({ currency, live, orders, paid, refunded: back, lost }) => (
              <div key={`${currency} ${live}`}>
                <dt className="flex items-center gap-2 text-small text-text-muted">
                  {live ? 'Paid' : <Badge tone="warning">Test</Badge>} {orders}{' '}
                  {orders === 1 ? 'payment' : 'payments'}
                </dt>
                <dd className="font-semibold text-title tabular-nums">
                  {isCurrency(currency) ? moneyText(currency, paid - back - lost) : ''}
                </dd>
                {back > 0 && isCurrency(currency) && (
                  <dd className="text-small text-text-muted">{moneyText(currency, back)} refunded</dd>
                )}
                {lost > 0 && isCurrency(currency) && (
                  <dd className="text-small text-text-muted">{moneyText(currency, lost)} lost in disputes</dd>
                )}
              </div>
            ))}
          </dl>
        )}
        {canEdit && <ComparePayments flowId={flowId} onDone={readAgain} />}
        <ul aria-label="Payments" className="flex flex-col gap-3">
          {payments.map((payment) => (
            <PaymentRow
              key={payment.id}
              {...{ flowId, payment, canEdit, readAgain }}
              onRefund={() => setRefunded(payment)}
            />
          ))}
        </ul>
        {hasNextPage && (
          <div>
            <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show older
            </Button>
          </div>
        )}
      </div>
      {refunded !== null && (
        <RefundDialog
          {...{ flowId, payment: refunded }}
          onClose={() => setRefunded(null)}
          onDone={readAgain}
        />
      )}
    </div>
  );
}

interface RowProps {
  readonly flowId: string;
  readonly payment: Payment;
  readonly canEdit: boolean;
  readonly onRefund: () => void;
  readonly readAgain: () => unknown;
}

function PaymentRow({ flowId, payment, canEdit, onRefund, readAgain }: RowProps) {
  const { id, phase, total, refunded, live, email, createdAt, lines, fault, dispute, isSettled } = payment;
  const { every, subscription } = payment;
  const back = refunded + (subscription?.refundedLater ?? 0);
  const [busy, setBusy] = useState(false);
  const currency = currencyIn(payment);
  const check = async () => {
    setBusy(true);
    try {
      const { order } = await rpc.call('forms.checkPayment', { flowId, orderId: id });
      toast(phaseText[order.phase]);
    } catch (refused) {
      toast(errorText(refused), { tone: 'error' });
    } finally {
      await readAgain();
      setBusy(false);
    }
  };
  return (
    <li className="flex flex-col gap-2 rounded-lg border px-5 py-4">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-semibold text-body tabular-nums">
          {moneyText(currency, total)}
          {every !== null && ` each ${every}`}
        </span>
        <Badge tone={tones[phase]}>{phaseText[phase]}</Badge>
        {subscription !== null && <SubscriptionBadge {...subscription} />}
        {!live && <Badge tone="warning">Test</Badge>}
        {back > 0 && (
          <Badge>
            {every === null && back === total ? 'Refunded' : `${moneyText(currency, back)} refunded`}
          </Badge>
        )}
        {dispute !== 'none' && (
          <Badge tone={dispute === 'won' ? 'neutral' : 'danger'}>
            {dispute === 'open' ? 'Disputed' : `Dispute ${dispute}`}
          </Badge>
        )}
      </div>
      <p className="text-small text-text-muted">
        {email ?? 'No email address'} · <Moment at={createdAt} inside />
        {subscription !== null && ` · ${subscriptionSum(payment, subscription)}`}
      </p>
      <p className="text-base">{lines.map(({ label, quantity }) => `${quantity} × ${label}`).join(', ')}</p>
      {fault !== null && (
        <p role="status" className="text-danger-text text-small">
          {fault}
        </p>
      )}
      {canEdit && (
        <div className="flex gap-2">
          {whyNotRefunded({ phase, refunded, dispute, readAs: 0 }, total, 1) === null && (
            <Button size="sm" onClick={onRefund}>
              Refund
            </Button>
          )}
          {((fault !== null && (phase === 'awaiting' || phase === 'processing')) ||
            (phase === 'review' && !isSettled)) && (
            <GiveUpPayment {...{ flowId, orderId: id, isReviewed: phase === 'review' }} onDone={readAgain} />
          )}
          {subscription !== null && subscription.phase !== 'ended' && (
            <EndSubscription {...{ flowId, orderId: id }} onDone={readAgain} />
          )}
          <Button
            size="sm"
            variant="quiet"
            className="first:-ms-2"
            loading={busy}
            onClick={() => void check()}
          >
            Ask Stripe
          </Button>
        </div>
      )}
    </li>
  );
}
