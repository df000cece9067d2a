import { moneyText } from '@weft/payments';
import type { ListedBooking } from '@weft/protocol';
import { Checkbox, ConfirmDialog, FormField, Textarea } from '@weft/ui';
import { useState } from 'react';
import { queryClient } from '../../../queries.ts';
import { rpc } from '../../../rpc.ts';
import { newId } from '../../../session/new-id.ts';
import { useSubmission } from '../../../shell/use-submission.ts';
import { currencyIn } from '../payments/payment-queries.ts';
import { leftOf, useOwnClock } from './booking-text.ts';

/** Cancels a booking, with a reason that whoever booked reads. */
export function CancelBookingDialog({
  flowId,
  booking,
  onClose,
}: {
  readonly flowId: string;
  readonly booking: ListedBooking;
  readonly onClose: () => void;
}) {
  const { busy, error, submit } = useSubmission();
  const { clockText, dayText } = useOwnClock();
  const [reason, setReason] = useState('');
  const { payment } = booking;
  const left = leftOf(payment);
  const amount = payment === null ? '' : moneyText(currencyIn(payment), left);
  const [gives, setGives] = useState(true);
  // One refund, however often the button is pressed or the answer is lost.
  const [refundId] = useState(() => newId('rfd'));
  const refunds = payment !== null && left > 0 && gives;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Cancel this booking?"
      confirmLabel={busy ? 'Cancelling' : refunds ? `Cancel and refund ${amount}` : 'Cancel booking'}
      danger
      loading={busy}
      onConfirm={() =>
        void submit(async () => {
          await rpc.call('scheduling.cancel', { flowId, bookingId: booking.id, reason });
          if (refunds)
            await rpc.call('forms.refundPayment', {
              ...{ flowId, orderId: payment.orderId, refundId, units: left },
              reason: reason.slice(0, 200),
            });
          await queryClient.invalidateQueries({ queryKey: ['bookings', flowId] });
          onClose();
        })
      }
    >
      <p className="mb-4">
        {booking.name}, {dayText(booking.from)}, {clockText(booking.from)}. They are told by mail, and the
        time is free again.
      </p>
      <FormField label="Why? They read it." error={error}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </FormField>
      {left > 0 && (
        <div className="mt-4">
          <Checkbox
            label={`Give ${amount} back to the card or account it came from`}
            checked={gives}
            onChange={setGives}
          />
        </div>
      )}
    </ConfirmDialog>
  );
}
