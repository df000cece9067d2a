import type { ListedBooking } from '@weft/protocol';
import { ConfirmDialog, FormField, Textarea } from '@weft/ui';
import { useState } from 'react';
import { queryClient } from '../../../queries.ts';
import { rpc } from '../../../rpc.ts';
import { useSubmission } from '../../../shell/use-submission.ts';
import { clockText, dayText } from './booking-text.ts';

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
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Cancel this booking?"
      confirmLabel={busy ? 'Cancelling' : 'Cancel booking'}
      danger
      loading={busy}
      onConfirm={() =>
        void submit(async () => {
          await rpc.call('scheduling.cancel', { flowId, bookingId: booking.id, reason });
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
    </ConfirmDialog>
  );
}
