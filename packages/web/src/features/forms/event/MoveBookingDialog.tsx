import { useQuery } from '@tanstack/react-query';
import type { ListedBooking } from '@weft/protocol';
import { AppError } from '@weft/std';
import { Button, Dialog } from '@weft/ui';
import { useState } from 'react';
import { queryClient } from '../../../queries.ts';
import { rpc } from '../../../rpc.ts';
import { LoadedPart } from '../../../shell/LoadedPart.tsx';
import { useSubmission } from '../../../shell/use-submission.ts';
import { useOwnClock } from './booking-text.ts';
import { DayPicker } from './DayPicker.tsx';

/** Moves a booking to another time that is offered. */
export function MoveBookingDialog({
  flowId,
  booking,
  onClose,
}: {
  readonly flowId: string;
  readonly booking: ListedBooking;
  readonly onClose: () => void;
}) {
  const { zone, dateOf, clockText, dayText } = useOwnClock();
  const [date, setDate] = useState(() => dateOf(Math.max(booking.from, Date.now())));
  const [at, setAt] = useState<number | null>(null);
  const query = useQuery({
    queryKey: ['times', flowId, date, booking.id],
    queryFn: () => rpc.call('scheduling.day', { flowId, date, timezone: zone, moving: booking.id }),
  });
  const { busy, error, submit } = useSubmission();
  const move = () =>
    submit(async () => {
      if (at === null) return;
      try {
        await rpc.call('scheduling.move', { flowId, bookingId: booking.id, at });
      } catch (error) {
        // Somebody was faster: the times that are left.
        if (error instanceof AppError && error.kind === 'conflict') {
          setAt(null);
          await queryClient.invalidateQueries({ queryKey: ['times', flowId] });
        }
        throw error;
      }
      await queryClient.invalidateQueries({ queryKey: ['bookings', flowId] });
      onClose();
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Move this booking"
      width={550}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="lg"
            variant="primary"
            loading={busy}
            disabled={at === null}
            onClick={() => void move()}
          >
            {busy ? 'Moving' : 'Move booking'}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-base text-text-muted">
        {booking.name}, {dayText(booking.from)}, {clockText(booking.from)}. Everybody is told by mail.
      </p>
      <div className="grid gap-6 sm:grid-cols-[232px_minmax(0,1fr)]">
        <DayPicker
          date={date}
          onChange={(next) => {
            setDate(next);
            setAt(null);
          }}
        />
        <div>
          <LoadedPart query={query} things="the times" places={['h-8', 'h-8', 'h-8']}>
            {({ times }) => {
              const offered = times.filter(({ from, isOffered }) => isOffered && from !== booking.from);
              if (offered.length === 0) return <p className="text-text-muted">No times on this day</p>;
              return (
                <fieldset className="grid max-h-75 grid-cols-2 gap-2 overflow-y-auto p-0.5">
                  <legend className="mb-2 font-medium text-base">Times</legend>
                  {offered.map(({ from }) => (
                    <button
                      key={from}
                      type="button"
                      aria-pressed={from === at}
                      className={`h-10 rounded-md border font-medium text-base tabular-nums ${
                        from === at
                          ? 'border-accent bg-accent text-on-accent'
                          : 'border-line-strong hover:bg-hover'
                      }`}
                      onClick={() => setAt(from)}
                    >
                      {clockText(from)}
                    </button>
                  ))}
                </fieldset>
              );
            }}
          </LoadedPart>
          {error !== null && (
            <p role="alert" className="mt-3 text-base text-danger-text">
              {error}
            </p>
          )}
        </div>
      </div>
    </Dialog>
  );
}
