import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EventSettings } from '@weft/forms';
import type { DayTime } from '@weft/protocol';
import { timeOfDates } from '@weft/scheduling';
import { minutesText } from '@weft/std';
import { Button, Icon, IconButton, Select } from '@weft/ui';
import { Check, ChevronLeft, ChevronRight, Globe } from 'lucide-react';
import { useState } from 'react';
import { rpc, serverClock } from '../../../rpc.ts';
import { LoadedPart } from '../../../shell/LoadedPart.tsx';
import { useOwnClock } from './booking-text.ts';
import { CheckedCalendars } from './CheckedCalendars.tsx';
import { DayColumns } from './DayColumns.tsx';
import { DayPicker, dateAfter } from './DayPicker.tsx';
import { isOutside, shownTimes } from './day-times.ts';
import { RulesInForce } from './RulesInForce.tsx';
import type { SettingPart } from './time-reasons.ts';

/** What the clock of a date is apart from UTC, as in UTC+1. */
const offsetOn = (timeZone: string, date: string): string => {
  const [day] = timeOfDates(timeZone, date, date);
  const noon = day === undefined ? Date.parse(date) : (day.from + day.to) / 2;
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(noon);
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC').replace('GMT', 'UTC');
};
const everybody = 'all';
const unknownUse = { day: null, week: null };

export interface TimesViewProps {
  readonly flowId: string;
  readonly event: EventSettings;
  /** Resolves once the server has the draft as it is shown. */
  readonly saved: () => Promise<void>;
  /** Shows a part of the event's settings. */
  readonly onSetting: (part: SettingPart) => void;
}

/** Every time of a day as the draft offers it, and of the others why not. */
export function TimesView({ flowId, event, saved, onSetting }: TimesViewProps) {
  const { zone, dateOf, clockText: clock } = useOwnClock();
  const todayHere = () => dateOf(Date.now());
  const [date, setDate] = useState(todayHere);
  const [month, setMonth] = useState(() => todayHere().slice(0, 7));
  const [chosen, setChosen] = useState<number | null>(null);
  const [host, setHost] = useState<string | null>(null);
  const isTeam = event.eventType === 'collective' || event.eventType === 'round_robin';
  // Who was taken out of the team meanwhile is looked at no more.
  const hostId =
    isTeam && event.hosts.some(({ userId }) => userId === host) ? (host ?? undefined) : undefined;
  const durationMins = event.durations.find((each) => each === chosen) ?? event.durations[0] ?? 30;
  const query = useQuery({
    // What the draft says decides: with each change of it the times are read again.
    queryKey: ['times', flowId, date, zone, durationMins, hostId, JSON.stringify(event)],
    queryFn: async () => {
      await saved();
      return rpc.call('scheduling.day', { flowId, date, timezone: zone, durationMins, hostId });
    },
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const days = useQuery({
    queryKey: ['open-days', flowId, month, zone, durationMins, hostId, JSON.stringify(event)],
    queryFn: async () => {
      await saved();
      return rpc.call('scheduling.openDays', { flowId, month, timezone: zone, durationMins, hostId });
    },
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const hosts = query.data?.hosts ?? [];
  const openDays = new Set(days.data?.dates);
  const goTo = (next: string) => {
    setDate(next);
    setMonth(next.slice(0, 7));
  };
  const count = (is: (time: DayTime) => boolean): number => query.data?.times.filter(is).length ?? 0;
  const offered = count(({ isOffered }) => isOffered);
  const hidden = count((time) => !time.isOffered && !isOutside(time));
  const shown = shownTimes(query.data?.times ?? [], zone);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 max-md:flex-col">
      <aside className="w-62 shrink-0 overflow-y-auto border-e bg-canvas p-4 max-md:w-full max-md:border-e-0">
        <DayPicker date={date} open={openDays} onChange={goTo} onMonth={setMonth} />
        <RulesInForce
          {...{ date, event, clock, onSetting }}
          hours={query.data?.hours ?? []}
          used={query.data?.used ?? unknownUse}
        />
        {query.data !== undefined && <CheckedCalendars calendars={query.data.calendars} />}
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b px-4 py-1.5">
          <IconButton plain icon={ChevronLeft} label="Day before" onClick={() => goTo(dateAfter(date, -1))} />
          <h2 className="font-semibold text-body">
            {new Date(`${date}T12:00:00`).toLocaleDateString(undefined, {
              ...{ weekday: 'short', day: 'numeric', month: 'long' },
            })}
          </h2>
          <IconButton plain icon={ChevronRight} label="Day after" onClick={() => goTo(dateAfter(date, 1))} />
          <Button variant="quiet" onClick={() => goTo(todayHere())}>
            Today
          </Button>
          {isTeam && hosts.length > 1 && (
            <div className="w-44">
              <Select
                label="Host"
                value={hostId ?? everybody}
                options={[
                  { value: everybody, label: 'All hosts' },
                  ...hosts.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(value) => setHost(value === everybody ? null : value)}
              />
            </div>
          )}
          {event.durations.length > 1 && (
            <div className="w-26">
              <Select
                label="Duration"
                value={String(durationMins)}
                options={[...new Set(event.durations)].map((each) => ({
                  value: String(each),
                  label: minutesText(each),
                }))}
                onChange={(value) => setChosen(Number(value))}
              />
            </div>
          )}
          <span className="flex items-center gap-1.5 text-base text-text-muted">
            <Icon of={Globe} size={14} />
            {zone.replaceAll('_', ' ')}, {offsetOn(zone, date)}
          </span>
          <span role="status" className="ms-auto flex items-center gap-3 text-base text-text-muted">
            {query.data !== undefined && (
              <>
                <span className="flex items-center gap-1.5 font-medium text-text">
                  <Icon of={Check} size={14} className="text-success-text" />
                  {offered} offered
                </span>{' '}
                <span>{hidden} hidden</span> <span>{shown.filter(isOutside).length} outside hours</span>
              </>
            )}
          </span>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <LoadedPart query={query} things="the times" places={Array<string>(8).fill('h-8')}>
            {({ hours, taken }) => (
              <DayColumns
                times={shown}
                around={{ event, flowId, hours, taken, clock, now: serverClock.now() }}
                onSetting={onSetting}
              />
            )}
          </LoadedPart>
        </div>
      </div>
    </div>
  );
}
