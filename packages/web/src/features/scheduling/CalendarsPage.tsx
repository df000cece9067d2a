import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Button, EmptyState, Skeleton } from '@weft/ui';
import { CalendarDays, CloudOff, Plus } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../error-text.ts';
import { meQuery } from '../../queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { CalendarAccount } from './CalendarAccount.tsx';
import { ConnectCalendarDialog } from './ConnectCalendarDialog.tsx';
import { calendarsQuery, type ServiceAndCalendars } from './calendar-calls.ts';
import { SchedulingTabs } from './SchedulingTabs.tsx';

type Target = { readonly serviceId: string; readonly calendarId: string };

/** Where bookings go, as the server decides it: what was chosen, if it still can be written to, else the first one. */
function targetOf(all: readonly ServiceAndCalendars[], chosen: Target | undefined): Target | null {
  const canTake = ({ serviceId, calendarId }: Target) =>
    all
      .find(({ service }) => service.id === serviceId)
      ?.calendars.some(({ id, canWriteTo }) => id === calendarId && canWriteTo) ?? false;
  const others = all.flatMap(({ service }) => {
    const { calendarIdToWriteTo } = service.config;
    return calendarIdToWriteTo === null ? [] : [{ serviceId: service.id, calendarId: calendarIdToWriteTo }];
  });
  return [...(chosen === undefined ? [] : [chosen]), ...others].find(canTake) ?? null;
}

type Open = { readonly service: ServiceAndCalendars['service'] | null };

/** The calendars that are checked for conflicts and take one's bookings. */
export function CalendarsPage() {
  usePageTitle('Calendars and apps');
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, refetch } = useQuery(calendarsQuery);
  const [open, setOpen] = useState<Open | null>(null);
  if (me === null) return null;
  const all = data?.servicesAndCalendars;
  const target = all === undefined ? null : targetOf(all, me.settings.calendarToWriteTo);
  const connect = (
    <Button icon={Plus} onClick={() => setOpen({ service: null })}>
      Connect calendar
    </Button>
  );
  const list = () => {
    if (all === undefined && error !== null)
      return (
        <EmptyState
          icon={CloudOff}
          title="Couldn’t load the calendars"
          text={errorText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      );
    if (all === undefined)
      return (
        <div role="status" aria-label="Loading...">
          <Skeleton className="h-40 w-full" />
        </div>
      );
    if (all.length === 0)
      return (
        <EmptyState
          icon={CalendarDays}
          title="No calendar connected"
          text="What your calendars hold is not offered to people who book you, and bookings are added to one of them."
        />
      );
    return (
      <div className="flex flex-col gap-3">
        {all.map((account) => (
          <CalendarAccount
            key={account.service.id}
            {...{ account, target }}
            personName={me.user.name}
            onReconnect={() => setOpen({ service: account.service })}
          />
        ))}
      </div>
    );
  };
  return (
    <>
      <header className="flex min-h-14 shrink-0 items-center px-8 py-2 max-sm:px-4">
        <h1 className="font-semibold text-title">Scheduling</h1>
      </header>
      <SchedulingTabs />
      <div className="mx-auto w-full max-w-[944px] flex-1 px-8 py-6 max-sm:px-4">
        <div className="mb-4 flex flex-wrap items-center gap-3">
          <div className="min-w-0 flex-1 basis-60">
            <h2 className="font-semibold text-body">Calendars</h2>
            <p className="text-base text-text-muted">
              Weft checks them for conflicts and adds bookings to one of them.
            </p>
          </div>
          {connect}
        </div>
        {list()}
      </div>
      {open !== null && (
        <ConnectCalendarDialog key={open.service?.id} service={open.service} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
