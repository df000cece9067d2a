import { useQuery } from '@tanstack/react-query';
import { Button, EmptyState } from '@weft/ui';
import { CalendarDays, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '../../api.ts';
import { LoadedPart } from '../../shell/LoadedPart.tsx';
import { AppsPanel } from './AppsPanel.tsx';
import { CalendarAccount } from './CalendarAccount.tsx';
import { ConnectCalendarDialog } from './ConnectCalendarDialog.tsx';
import { calendarsQuery, type ServiceAndCalendars } from './calendar-calls.ts';

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
export function CalendarsPanel({ me }: { readonly me: Me }) {
  const query = useQuery(calendarsQuery);
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="font-semibold text-body">Calendars</h2>
          <p className="text-base text-text-muted">
            Weft checks them for conflicts and adds bookings to one of them.
          </p>
        </div>
        <Button icon={Plus} onClick={() => setOpen({ service: null })}>
          Connect calendar
        </Button>
      </div>
      <LoadedPart query={query} things="the calendars" places={['h-40']}>
        {({ servicesAndCalendars: all }) =>
          all.length === 0 ? (
            <EmptyState
              icon={CalendarDays}
              title="No calendar connected"
              text="What your calendars hold is not offered to people who book you, and bookings are added to one of them."
            />
          ) : (
            <div className="flex flex-col gap-3">
              {all.map((account) => (
                <CalendarAccount
                  key={account.service.id}
                  account={account}
                  target={targetOf(all, me.settings.calendarToWriteTo)}
                  personName={me.user.name}
                  onReconnect={() => setOpen({ service: account.service })}
                />
              ))}
            </div>
          )
        }
      </LoadedPart>
      <AppsPanel />
      {open !== null && (
        <ConnectCalendarDialog key={open.service?.id} service={open.service} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
