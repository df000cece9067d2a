import { useInfiniteQuery } from '@tanstack/react-query';
import type { CallOutput, ListedBooking } from '@weft/protocol';
import { Button, Dialog, EmptyState, IconButton, SegmentedControl, Skeleton } from '@weft/ui';
import { CalendarDays, CalendarX, ChevronLeft, ChevronRight, CreditCard, Download, List } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../../queries.ts';
import { rpc } from '../../../rpc.ts';
import { LoadedPart } from '../../../shell/LoadedPart.tsx';
import { useSubmission } from '../../../shell/use-submission.ts';
import { PaymentsView } from '../payments/PaymentsView.tsx';
import { RefundDialog } from '../payments/RefundDialog.tsx';
import { useMarkRead } from '../session-counts.ts';
import { BookingCalendar } from './BookingCalendar.tsx';
import { BookingCard } from './BookingCard.tsx';
import { bookingCounts, useOwnClock } from './booking-text.ts';
import { bookingsCsv } from './bookings-csv.ts';
import { firstOf, monthAfter, spanOfMonth, useBookingsMonth } from './bookings-month.ts';
import { CancelBookingDialog } from './CancelBookingDialog.tsx';
import { MoveBookingDialog } from './MoveBookingDialog.tsx';
import { WaitingList } from './WaitingList.tsx';

const monthName = (month: string): string =>
  firstOf(month).toLocaleDateString(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

type Open = { readonly what: 'details' | 'move' | 'cancel' | 'refund'; readonly id: string };

interface BookingsTabProps {
  readonly flowId: string;
  readonly canEdit: boolean;
  /** A round robin: another host can take a booking. */
  readonly isTurned: boolean;
  readonly takesPayment: boolean;
}

/** The bookings of a scheduling form, a month at a time, as a list or on the days of the month. */
export function BookingsTab(props: BookingsTabProps) {
  const [month, setMonth] = useBookingsMonth(props.flowId, useOwnClock());
  if (month === null)
    return (
      <div
        className="mx-auto w-full max-w-200 flex-1 px-8 py-6 max-sm:px-4"
        role="status"
        aria-label="Loading..."
      >
        <Skeleton className="h-16 w-full" />
      </div>
    );
  return <BookingsOfMonth {...props} month={month} onMonth={setMonth} />;
}

interface BookingsOfMonthProps extends BookingsTabProps {
  /** As in 2026-11. */
  readonly month: string;
  readonly onMonth: (month: string) => void;
}

function BookingsOfMonth(props: BookingsOfMonthProps) {
  const { flowId, canEdit, isTurned, takesPayment, month, onMonth } = props;
  useMarkRead(flowId, canEdit);
  const [look, setLook] = useState<'list' | 'calendar' | 'payments'>('list');
  const [open, setOpen] = useState<Open | null>(null);
  const { zone, dayText } = useOwnClock();
  const range = spanOfMonth(zone, month);
  const query = useInfiniteQuery({
    queryKey: ['bookings', flowId, range.from, range.to],
    queryFn: ({ pageParam }) =>
      rpc.call('scheduling.bookings', { flowId, ...range, ...(pageParam !== null && { after: pageParam }) }),
    initialPageParam: null as { readonly from: number; readonly id: string } | null,
    getNextPageParam: (last) => last.next,
    refetchInterval: 30_000,
  });
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const { busy: exporting, submit } = useSubmission({ toasts: true });
  /** All of the month, also what is not shown yet. */
  const exportAll = () =>
    void submit(async () => {
      const all: ListedBooking[] = [];
      let after: { readonly from: number; readonly id: string } | null = null;
      do {
        const page: CallOutput<'scheduling.bookings'> = await rpc.call('scheduling.bookings', {
          ...{ flowId, limit: 200, ...range },
          ...(after !== null && { after }),
        });
        all.push(...page.bookings);
        after = page.next;
      } while (after !== null);
      bookingsCsv(all, monthName(month));
    });
  const bookings = data?.pages.flatMap((page) => page.bookings) ?? [];
  const hosts = data?.pages[0]?.hosts ?? [];
  const shown = bookings.find(({ id }) => id === open?.id);
  const close = () => setOpen(null);
  const card = (booking: ListedBooking) => (
    <BookingCard
      {...{ flowId, booking, canEdit }}
      others={isTurned ? hosts.filter(({ id }) => !booking.hosts.some((host) => host.id === id)) : []}
      onMove={() => setOpen({ what: 'move', id: booking.id })}
      onCancel={() => setOpen({ what: 'cancel', id: booking.id })}
      onRefund={() => setOpen({ what: 'refund', id: booking.id })}
    />
  );
  const list = () => {
    if (bookings.length === 0)
      return (
        <EmptyState
          icon={CalendarX}
          title="No bookings in this month"
          text="They stand here once they come."
        />
      );
    return [...Map.groupBy(bookings, ({ from }) => dayText(from))].map(([day, ofDay]) => (
      <section key={day} className="mb-6" aria-label={day}>
        <h3 className="mb-2 font-semibold text-base text-text-muted">{day}</h3>
        <ul className="flex flex-col gap-2">
          {ofDay.map((booking) => (
            <li key={booking.id} className="rounded-lg border px-4 py-3">
              {card(booking)}
            </li>
          ))}
        </ul>
      </section>
    ));
  };
  return (
    <div className="flex-1 overflow-y-auto px-8 py-6 max-sm:px-4">
      <div className={`mx-auto ${look === 'calendar' ? 'max-w-300' : 'max-w-200'}`}>
        <header className="mb-6 flex flex-wrap items-center gap-2">
          <h2 className="font-semibold text-title">{monthName(month)}</h2>
          <IconButton
            plain
            icon={ChevronLeft}
            label="Month before"
            onClick={() => onMonth(monthAfter(month, -1))}
          />
          <IconButton
            plain
            icon={ChevronRight}
            label="Month after"
            onClick={() => onMonth(monthAfter(month, 1))}
          />
          <span className="flex-1 text-base text-text-muted" role="status">
            {data !== undefined && `${bookingCounts(bookings)}${hasNextPage ? ' so far' : ''}`}
          </span>
          <SegmentedControl
            label="Show as"
            value={look}
            segments={[
              { value: 'list', label: 'List', icon: List },
              { value: 'calendar', label: 'Calendar', icon: CalendarDays },
              ...(takesPayment ? [{ value: 'payments' as const, label: 'Payments', icon: CreditCard }] : []),
            ]}
            onChange={setLook}
          />
          <Button icon={Download} loading={exporting} disabled={bookings.length === 0} onClick={exportAll}>
            {exporting ? 'Exporting' : 'Export'}
          </Button>
        </header>
        {look !== 'payments' && <WaitingList {...{ flowId, canEdit }} />}
        {look === 'payments' ? (
          <PaymentsView flowId={flowId} canEdit={canEdit} inside />
        ) : (
          <LoadedPart query={query} things="the bookings" places={['h-16', 'h-16']}>
            {() =>
              look === 'list' ? (
                list()
              ) : (
                <BookingCalendar
                  {...{ month, bookings }}
                  onShow={({ id }) => setOpen({ what: 'details', id })}
                />
              )
            }
          </LoadedPart>
        )}
        {look !== 'payments' && hasNextPage && (
          <div className="mt-4">
            <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </div>
      {open?.what === 'details' && shown !== undefined && (
        <Dialog open onOpenChange={(next) => !next && close()} title={dayText(shown.from)}>
          {card(shown)}
        </Dialog>
      )}
      {open?.what === 'refund' && shown?.payment != null && (
        <RefundDialog
          flowId={flowId}
          payment={{ ...shown.payment, id: shown.payment.orderId }}
          stays={shown.state === 'cancelled' ? 'The booking is cancelled already.' : 'The booking stays.'}
          onClose={close}
          onDone={() => queryClient.invalidateQueries({ queryKey: ['bookings', flowId] })}
        />
      )}
      {open?.what === 'cancel' && shown !== undefined && (
        <CancelBookingDialog flowId={flowId} booking={shown} onClose={close} />
      )}
      {open?.what === 'move' && shown !== undefined && (
        <MoveBookingDialog flowId={flowId} booking={shown} onClose={close} />
      )}
    </div>
  );
}
