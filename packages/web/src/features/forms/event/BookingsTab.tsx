import { useInfiniteQuery } from '@tanstack/react-query';
import type { ListedBooking } from '@weft/protocol';
import { Badge, Button, ConfirmDialog, EmptyState, FormField, IconButton, Menu, Textarea } from '@weft/ui';
import { CalendarX, ChevronLeft, ChevronRight, CloudOff, Download, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { queryClient } from '../../../queries.ts';
import { rpc } from '../../../rpc.ts';
import { useSubmission } from '../../../shell/use-submission.ts';
import { bookingsCsv } from './bookings-csv.ts';

const monthName = (month: Date): string =>
  month.toLocaleDateString(undefined, { month: 'long', year: 'numeric' });
const dayName = (time: number): string =>
  new Date(time).toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const clock = (time: number): string =>
  new Date(time).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' });
const monthAfter = (month: Date, count: number): Date =>
  new Date(month.getFullYear(), month.getMonth() + count, 1);

type Host = ListedBooking['hosts'][number];

interface BookingRowProps {
  readonly flowId: string;
  readonly booking: ListedBooking;
  readonly canEdit: boolean;
  /** Who else can take it. */
  readonly others: readonly Host[];
  readonly onCancel: () => void;
}

function BookingRow({ flowId, booking, canEdit, others, onCancel }: BookingRowProps) {
  const { id, state, from, to, name, email, hosts, seats, noShow, location, answers, guests } = booking;
  const { submit } = useSubmission({ toasts: true });
  const act = (work: () => Promise<unknown>) =>
    void submit(async () => {
      await work();
      await queryClient.invalidateQueries({ queryKey: ['bookings', flowId] });
    });
  const ofBooking = { flowId, bookingId: id };
  const isOver = state === 'cancelled';
  const told = [
    ...(seats > 1 ? [`${seats} people`] : []),
    ...(location === null ? [] : [location]),
    ...(guests.length === 0 ? [] : [`with ${guests.join(', ')}`]),
    ...answers.map(({ label, text }) => `${label}: ${text}`),
    ...(booking.cancelReason === null ? [] : [`Cancelled: ${booking.cancelReason}`]),
  ];
  return (
    <li className="flex items-start gap-4 rounded-lg border px-4 py-3">
      <span className={`w-28 shrink-0 font-medium ${isOver ? 'text-text-subtle line-through' : ''}`}>
        {clock(from)} – {clock(to)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="truncate font-medium">{name}</span>
          {state === 'pending' && <Badge tone="accent">Waits for approval</Badge>}
          {isOver && <Badge tone="neutral">Cancelled</Badge>}
          {noShow && <Badge tone="neutral">Did not come</Badge>}
        </p>
        <p className="truncate text-small text-text-muted">
          {email} · {hosts.map((host) => host.name).join(', ')}
        </p>
        {told.map((text) => (
          <p key={text} className="break-words text-small text-text-muted">
            {text}
          </p>
        ))}
      </div>
      {canEdit && !isOver && (
        <span className="flex shrink-0 items-center gap-2">
          {state === 'pending' && (
            <Button onClick={() => act(() => rpc.call('scheduling.approve', ofBooking))}>Approve</Button>
          )}
          <Menu
            align="end"
            trigger={<IconButton plain icon={Ellipsis} label={`More for ${name}`} />}
            items={[
              ...(state === 'confirmed'
                ? [
                    {
                      label: noShow ? 'Came after all' : 'Did not come',
                      onSelect: () =>
                        act(() => rpc.call('scheduling.noShow', { ...ofBooking, noShow: !noShow })),
                    },
                  ]
                : []),
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
    </li>
  );
}

function CancelDialog({
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
        {booking.name}, {dayName(booking.from)}, {clock(booking.from)}. They are told by mail, and the time is
        free again.
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

/** The bookings of a scheduling form, a month at a time. */
export function BookingsTab({
  flowId,
  canEdit,
  isTurned,
}: {
  readonly flowId: string;
  readonly canEdit: boolean;
  /** A round robin: another host can take a booking. */
  readonly isTurned: boolean;
}) {
  const [month, setMonth] = useState(() => monthAfter(new Date(), 0));
  const [cancelled, setCancelled] = useState<ListedBooking | null>(null);
  const range = { from: month.getTime(), to: monthAfter(month, 1).getTime() };
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['bookings', flowId, range.from],
    queryFn: ({ pageParam }) =>
      rpc.call('scheduling.bookings', { flowId, ...range, ...(pageParam !== null && { after: pageParam }) }),
    initialPageParam: null as { readonly from: number; readonly id: string } | null,
    getNextPageParam: (last) => last.next,
    refetchInterval: 30_000,
  });
  const bookings = data?.pages.flatMap((page) => page.bookings) ?? [];
  const hosts = data?.pages[0]?.hosts ?? [];
  const days = [...Map.groupBy(bookings, ({ from }) => dayName(from))];
  const live = bookings.filter(({ state }) => state !== 'cancelled').length;
  const list = () => {
    if (data === undefined && error !== null)
      return (
        <EmptyState
          icon={CloudOff}
          title="Couldn’t load the bookings"
          text={errorText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      );
    if (data !== undefined && bookings.length === 0)
      return (
        <EmptyState
          icon={CalendarX}
          title="No bookings in this month"
          text="They stand here once they come."
        />
      );
    return days.map(([day, ofDay]) => (
      <section key={day} className="mb-6" aria-label={day}>
        <h3 className="mb-2 font-semibold text-base text-text-muted">{day}</h3>
        <ul className="flex flex-col gap-2">
          {ofDay.map((booking) => (
            <BookingRow
              key={booking.id}
              {...{ flowId, booking, canEdit }}
              others={isTurned ? hosts.filter(({ id }) => !booking.hosts.some((host) => host.id === id)) : []}
              onCancel={() => setCancelled(booking)}
            />
          ))}
        </ul>
      </section>
    ));
  };
  return (
    <div className="flex-1 overflow-y-auto px-8 py-6 max-sm:px-4">
      <div className="mx-auto max-w-200">
        <header className="mb-6 flex items-center gap-2">
          <h2 className="font-semibold text-title">{monthName(month)}</h2>
          <IconButton
            plain
            icon={ChevronLeft}
            label="Month before"
            onClick={() => setMonth(monthAfter(month, -1))}
          />
          <IconButton
            plain
            icon={ChevronRight}
            label="Month after"
            onClick={() => setMonth(monthAfter(month, 1))}
          />
          <span className="flex-1 text-base text-text-muted" role="status">
            {data !== undefined &&
              `${live} ${live === 1 ? 'booking' : 'bookings'}${hasNextPage ? ' so far' : ''}`}
          </span>
          <Button
            icon={Download}
            disabled={bookings.length === 0}
            onClick={() => bookingsCsv(bookings, monthName(month))}
          >
            Export
          </Button>
        </header>
        {list()}
        {hasNextPage && <Button onClick={() => void fetchNextPage()}>Show more</Button>}
      </div>
      {cancelled !== null && (
        <CancelDialog flowId={flowId} booking={cancelled} onClose={() => setCancelled(null)} />
      )}
    </div>
  );
}
