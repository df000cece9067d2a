import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EventSettings } from '@weft/forms';
import type { DayTaken, DayTime } from '@weft/protocol';
import { minutesText } from '@weft/std';
import { Button, Icon, IconButton, Popover, Select } from '@weft/ui';
import { ArrowRight, Check, ChevronLeft, ChevronRight, EyeOff, Globe } from 'lucide-react';
import { useState } from 'react';
import { rpc } from '../../../rpc.ts';
import { LoadedPart } from '../../../shell/LoadedPart.tsx';
import { CheckedCalendars } from './CheckedCalendars.tsx';
import { DayPicker, dateAfter } from './DayPicker.tsx';
import { RulesInForce } from './RulesInForce.tsx';
import { reasonIcons } from './reason-icons.ts';
import { type Circumstances, type SettingPart, type ToldReason, toldReason } from './time-reasons.ts';

/** Height of the shortest step between two times, in pixels. */
const rowHeight = 34;
const minute = 60_000;
const outside: readonly string[] = ['outside_hours', 'day_off', 'out_of_office', 'override', 'holiday'];
/** Reasons that say nothing of the hours: what has begun may lie within them or not. */
const ofEvent: readonly string[] = [
  'past',
  'too_soon',
  'before_window',
  'after_window',
  'day_limit',
  'week_limit',
];

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const clock = (time: number): string =>
  new Date(time).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' });
const todayHere = (): string => new Intl.DateTimeFormat('en-CA').format(new Date());

const isOutside = ({ reasons }: DayTime): boolean => {
  const ofHosts = reasons.filter(({ code }) => !ofEvent.includes(code));
  return ofHosts.length > 0 && ofHosts.every(({ code }) => outside.includes(code));
};

/** The times that are worth a row: all within hours, and two on either side of them. */
function shownTimes(times: readonly DayTime[]): readonly DayTime[] {
  const inside = times.flatMap((time, place) => (isOutside(time) ? [] : [place]));
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined) {
    // Nothing is open: the hours in which people mostly are.
    const usual = times.filter(
      ({ from }) => new Date(from).getHours() >= 8 && new Date(from).getHours() < 18,
    );
    return usual.length > 0 ? usual : times;
  }
  return times.slice(Math.max(0, first - 2), last + 3);
}

/** The shortest step between two times, in milliseconds. */
function stepOf(times: readonly DayTime[]): number {
  const steps = times.slice(1).map(({ from }, place) => from - (times[place]?.from ?? 0));
  return Math.max(5 * minute, Math.min(120 * minute, ...steps.filter((step) => step > 0)));
}

interface WayProps {
  readonly told: ToldReason;
  readonly onSetting: (part: SettingPart) => void;
}

const wayLook = 'mt-1 inline-flex items-center gap-1 font-medium text-accent-text text-base hover:underline';

function Way({ told: { way }, onSetting }: WayProps) {
  if (way === null) return null;
  if ('part' in way)
    return (
      <button type="button" className={wayLook} onClick={() => onSetting(way.part)}>
        {way.label}
        <Icon of={ArrowRight} size={14} className="rtl:-scale-x-100" />
      </button>
    );
  return (
    <Link to={way.to} className={wayLook}>
      {way.label}
      <Icon of={ArrowRight} size={14} className="rtl:-scale-x-100" />
    </Link>
  );
}

interface TimeRowProps {
  readonly time: DayTime;
  readonly around: Circumstances;
  readonly onSetting: (part: SettingPart) => void;
}

const hiddenLook = 'bg-pressed hover:bg-hover aria-expanded:outline-2 aria-expanded:outline-accent';
const rowLook = 'flex h-full w-full min-w-0 items-center gap-3 rounded-md px-3 text-start text-base';

/** A time: offered, or with each reason why it is not, which a press shows. */
function TimeRow({ time, around, onSetting }: TimeRowProps) {
  const { from, to, isOffered, reasons } = time;
  if (isOffered)
    return (
      <p className={`${rowLook} border border-line-strong bg-surface`}>
        <span className="w-16 shrink-0 font-medium tabular-nums">{clock(from)}</span>
        <Icon of={Check} size={14} className="text-success-text" />
        Offered
      </p>
    );
  const told = reasons.map((reason) => ({
    ...toldReason(reason, around),
    icon: reasonIcons[reason.code],
  }));
  const [first] = told;
  return (
    <Popover
      label={`${clock(from)} isn’t offered`}
      align="end"
      width={328}
      trigger={
        <button type="button" className={`${rowLook} ${isOutside(time) ? 'hover:bg-hover' : hiddenLook}`}>
          <span className="w-16 shrink-0 tabular-nums">{clock(from)}</span>
          {first !== undefined && <Icon of={first.icon} size={14} className="shrink-0 text-text-muted" />}
          <span className="shrink-0 font-medium">{first?.word}</span>
          <span className="min-w-0 truncate text-text-muted">{first?.text}</span>
          {told.length > 1 && (
            <span className="shrink-0 rounded-full bg-surface px-2 text-small">
              +{told.length - 1} {told.length === 2 ? 'reason' : 'reasons'}
            </span>
          )}
        </button>
      }
    >
      <h3 className="font-semibold text-body">{clock(from)} isn’t offered</h3>
      <p className="text-small text-text-muted">
        {clock(from)} to {clock(to)}
      </p>
      <ul className="mt-2 divide-y divide-line-subtle">
        {told.map((each, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two hosts may have the same reason
          <li key={place} className="flex gap-3 py-2.5">
            <span className="grid size-7 shrink-0 place-items-center rounded-md bg-sunken">
              <Icon of={each.icon} size={14} className="text-text-muted" />
            </span>
            <div className="min-w-0">
              <p className="font-medium text-base">{each.word}</p>
              <p className="text-base text-text-muted">{each.text}</p>
              <Way told={each} onSetting={onSetting} />
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-1 flex items-center gap-2 border-line-subtle border-t pt-2.5 text-small text-text-muted">
        <Icon of={EyeOff} size={14} />
        People who book never see reasons.
      </p>
    </Popover>
  );
}

const takenLooks: { readonly [K in DayTaken['kind']]: string } = {
  event: 'border-line-strong bg-sunken',
  confirmed: 'border-accent-line bg-accent-tint',
  pending: 'border-warning-line bg-warning-tint',
  held: 'border-line-control border-dashed',
};
const takenWords: { readonly [K in DayTaken['kind']]: string } = {
  event: 'Busy',
  confirmed: 'Booked',
  pending: 'Waits for approval',
  held: 'On hold',
};

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
  const [date, setDate] = useState(todayHere);
  const [month, setMonth] = useState(() => todayHere().slice(0, 7));
  const [chosen, setChosen] = useState<number | null>(null);
  const durationMins = event.durations.find((each) => each === chosen) ?? event.durations[0] ?? 30;
  const query = useQuery({
    // What the draft says decides: with each change of it the times are read again.
    queryKey: ['times', flowId, date, durationMins, JSON.stringify(event)],
    queryFn: async () => {
      await saved();
      return rpc.call('scheduling.day', { flowId, date, timezone: zone, durationMins });
    },
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const days = useQuery({
    queryKey: ['open-days', flowId, month, durationMins, JSON.stringify(event)],
    queryFn: async () => {
      await saved();
      return rpc.call('scheduling.openDays', { flowId, month, timezone: zone, durationMins });
    },
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const openDays = new Set(days.data?.dates);
  const goTo = (next: string) => {
    setDate(next);
    setMonth(next.slice(0, 7));
  };
  const count = (is: (time: DayTime) => boolean): number => query.data?.times.filter(is).length ?? 0;
  const offered = count(({ isOffered }) => isOffered);
  const hidden = count((time) => !time.isOffered && !isOutside(time));
  return (
    <div className="flex min-h-0 min-w-0 flex-1 max-md:flex-col">
      <aside className="w-62 shrink-0 overflow-y-auto border-e bg-canvas p-4 max-md:w-full max-md:border-e-0">
        <DayPicker date={date} open={openDays} onChange={goTo} onMonth={setMonth} />
        <RulesInForce event={event} onSetting={onSetting} />
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
            {zone.replaceAll('_', ' ')}
          </span>
          <span role="status" className="ms-auto text-base text-text-muted">
            {query.data !== undefined && `${offered} offered, ${hidden} hidden`}
          </span>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto p-4">
          <LoadedPart query={query} things="the times" places={Array<string>(8).fill('h-8')}>
            {({ times, taken }) => (
              <DayColumns
                times={shownTimes(times)}
                around={{ event, flowId, taken, clock }}
                onSetting={onSetting}
              />
            )}
          </LoadedPart>
        </div>
      </div>
    </div>
  );
}

interface DayColumnsProps {
  readonly times: readonly DayTime[];
  readonly around: Circumstances;
  readonly onSetting: (part: SettingPart) => void;
}

/** What the calendars hold at the left, and beside it what people can book. */
function DayColumns({ times, around, onSetting }: DayColumnsProps) {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return null;
  const step = stepOf(times);
  const y = (time: number): number => ((time - first.from) / step) * rowHeight;
  const end = last.from + step;
  const inDay = around.taken.filter(({ from, to }) => from < end && to > first.from);
  return (
    <div className="grid max-w-200 grid-cols-[minmax(0,30fr)_minmax(240px,47fr)] gap-x-4 max-md:grid-cols-1">
      <h3 className="mb-2 text-small text-text-muted max-md:hidden">Calendars</h3>
      <h3 className="mb-2 text-small text-text-muted">What people can book</h3>
      <ul
        aria-label="Calendars"
        className="relative border-line-subtle border-s max-md:hidden"
        style={{ height: y(end) }}
      >
        {inDay.map(({ id, kind, host, title, calendar, from, to }) => (
          <li
            key={`${id} ${host} ${from}`}
            className={`absolute inset-x-1 overflow-hidden rounded-md border px-2 py-0.5 text-small ${takenLooks[kind]}`}
            style={{
              top: Math.max(0, y(from)),
              height: Math.max(20, y(Math.min(to, end)) - Math.max(0, y(from)) - 2),
            }}
          >
            <span className="font-medium">{title ?? takenWords[kind]}</span>{' '}
            <span className="text-text-muted">
              {clock(from)} to {clock(to)}, {[host, calendar].filter((part) => part !== null).join(', ')}
            </span>
          </li>
        ))}
      </ul>
      <ul aria-label="Times" className="relative" style={{ height: y(end) }}>
        {times.map((time) => (
          <li
            key={time.from}
            className="absolute inset-x-0 py-0.5"
            style={{ top: y(time.from), height: rowHeight }}
          >
            <TimeRow {...{ time, around, onSetting }} />
          </li>
        ))}
      </ul>
    </div>
  );
}
