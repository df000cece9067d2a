import { moneyText } from '@weft/payments';
import type { ListedBooking } from '@weft/protocol';
import { Badge, Button, IconButton, Menu, toast } from '@weft/ui';
import { Ellipsis } from 'lucide-react';
import { queryClient } from '../../../queries.ts';
import { rpc } from '../../../rpc.ts';
import { useSubmission } from '../../../shell/use-submission.ts';
import { currencyIn } from '../payments/payment-queries.ts';
import { leftOf, toldOf, useOwnClock } from './booking-text.ts';

export interface BookingCardProps {
  readonly flowId: string;
  readonly booking: ListedBooking;
  readonly canEdit: boolean;
  /** Who else can take it. */
  readonly others: ListedBooking['hosts'];
  readonly onMove: () => void;
  readonly onCancel: () => void;
  readonly onRefund: () => void;
}

/** What was paid for a booking, and what became of it. */
function PaidBadges({ payment }: { readonly payment: NonNullable<ListedBooking['payment']> }) {
  const { phase, total, refunded, dispute, live } = payment;
  const money = (units: number) => moneyText(currencyIn(payment), units);
  return (
    <>
      {phase === 'paid' && (
        <Badge tone={refunded === total ? 'neutral' : 'success'}>
          {refunded === total ? `${money(total)} refunded` : `${money(total)} paid`}
        </Badge>
      )}
      {refunded > 0 && refunded < total && <Badge>{money(refunded)} refunded</Badge>}
      {phase === 'review' && <Badge tone="danger">Look at its payment at Stripe</Badge>}
      {dispute === 'open' && <Badge tone="danger">Disputed</Badge>}
      {!live && <Badge tone="warning">Test</Badge>}
    </>
  );
}

/** A booking with all that is known of it, and what can be done with it. */
export function BookingCard(props: BookingCardProps) {
  const { flowId, booking, canEdit, others, onMove, onCancel, onRefund } = props;
  const { id, state, from, to, name, email, hosts, noShow, call, payment } = booking;
  const { clockText } = useOwnClock();
  const { submit } = useSubmission({ toasts: true });
  const act = (work: () => Promise<unknown>, said?: string) =>
    void submit(async () => {
      try {
        await work();
        if (said !== undefined) toast(said);
      } finally {
        // Also after a refusal: the booking was changed meanwhile, and what it is now is shown.
        await queryClient.invalidateQueries({ queryKey: ['bookings', flowId] });
      }
    });
  const ofBooking = { flowId, bookingId: id };
  const isOver = state === 'cancelled';
  const refund = leftOf(payment) > 0 ? [{ label: 'Refund', onSelect: onRefund }] : [];
  return (
    <div className="flex items-start gap-4">
      <span
        className={`w-38 shrink-0 max-sm:w-28 font-medium ${isOver ? 'text-text-subtle line-through' : ''}`}
      >
        {clockText(from)} – {clockText(to)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="truncate font-medium">{name}</span>
          {state === 'pending' && <Badge tone="accent">Waits for approval</Badge>}
          {isOver && <Badge tone="neutral">Cancelled</Badge>}
          {noShow && <Badge tone="neutral">Did not come</Badge>}
          {payment !== null && <PaidBadges payment={payment} />}
        </p>
        <p className="truncate text-small text-text-muted">
          {email} · {hosts.map((host) => host.name).join(', ')}
        </p>
        {call !== null && !call.isMade && (
          <p className="flex flex-wrap items-center gap-x-2 text-small text-warning-text">
            {call.fault === null
              ? `The ${call.name} link is being made.`
              : `No ${call.name} link yet: ${call.fault}`}
            {call.fault !== null && canEdit && (
              <Button
                variant="quiet"
                onClick={() =>
                  act(() => rpc.call('scheduling.retryCall', ofBooking), 'It is tried again now.')
                }
              >
                Try again
              </Button>
            )}
          </p>
        )}
        {toldOf(booking).map((text) => (
          <p key={text} className="break-words text-small text-text-muted">
            {text}
          </p>
        ))}
      </div>
      {canEdit && !isOver && (
        <span className="flex shrink-0 items-center gap-2">
          {state === 'pending' && (
            <Button onClick={() => act(() => rpc.call('scheduling.approve', { ...ofBooking, from }))}>
              Approve
            </Button>
          )}
          <Menu
            align="end"
            trigger={<IconButton plain icon={Ellipsis} label={`More for ${name}`} />}
            items={[
              { label: 'Move', onSelect: onMove },
              ...(state === 'confirmed'
                ? [
                    {
                      label: noShow ? 'Came after all' : 'Did not come',
                      onSelect: () =>
                        act(() => rpc.call('scheduling.noShow', { ...ofBooking, noShow: !noShow })),
                    },
                  ]
                : []),
              ...refund,
              ...others.map((host) => ({
                label: `Give to ${host.name}`,
                onSelect: () => act(() => rpc.call('scheduling.reassign', { ...ofBooking, hostId: host.id })),
              })),
              'separator' as const,
              { label: 'Cancel booking', danger: true, onSelect: onCancel },
            ]}
          />
        </span>
      )}
      {canEdit && isOver && refund.length > 0 && <Button onClick={onRefund}>Refund</Button>}
    </div>
  );
}
