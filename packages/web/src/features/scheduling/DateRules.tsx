import { type AvailabilityConfig, maxAbsences, maxDateOverrides, workingHours } from '@weft/scheduling';
import { Button, FormField, IconButton, Switch, TextInput } from '@weft/ui';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { dayIn } from '../../shell/moment-format.ts';
import { useMomentFormats } from '../../shell/use-moment-formats.ts';
import { type AvailableTime, clockText } from './availability-draft.ts';
import { TimeRows } from './TimeRows.tsx';

interface RulesProps {
  readonly config: AvailabilityConfig;
  readonly disabled: boolean;
  readonly onChange: (config: AvailabilityConfig) => void;
  /** Whether one is being typed. Whoever saves has to know: it is not in `config` yet. */
  readonly adding: boolean;
  readonly onAdding: (adding: boolean) => void;
}

/** A date without a time is the same day everywhere. */
function useDateText(): (date: string) => string {
  const formats = useMomentFormats();
  return (date) => {
    const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
    return `${weekday.format(new Date(date))} ${dayIn({ ...formats, timeZone: 'UTC' }, date)}`;
  };
}

const row = 'flex min-h-10 items-center gap-3 py-1 ps-3 pe-1 text-base';
const frame = 'divide-y divide-line-subtle rounded-lg border bg-surface';

function Head(props: {
  readonly title: string;
  readonly add: string;
  readonly disabled: boolean;
  readonly onAdd: () => void;
}) {
  return (
    <div className="mb-1.5 flex items-center justify-between">
      <h3 className="font-semibold text-body">{props.title}</h3>
      <Button
        size="sm"
        variant="quiet"
        icon={Plus}
        aria-label={props.add}
        disabled={props.disabled}
        onClick={props.onAdd}
      >
        Add
      </Button>
    </div>
  );
}

function DateInput(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (date: string) => void;
}) {
  return (
    <FormField label={props.label}>
      {(control) => (
        <TextInput
          {...control}
          type="date"
          min="2000-01-01"
          max="9999-12-31"
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </FormField>
  );
}

/** What is being added, with its buttons. */
function Adding(props: {
  readonly label: string;
  readonly ready: boolean;
  readonly onAdd: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className="mb-2 flex flex-col gap-3 rounded-lg border bg-surface p-3">
      <legend className="sr-only">{props.label}</legend>
      {props.children}
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button size="sm" disabled={!props.ready} onClick={props.onAdd}>
          Add
        </Button>
      </div>
    </fieldset>
  );
}

/** Dates with other hours than their weekday, or none. */
export function DateOverrides({ config, disabled, onChange, adding, onAdding }: RulesProps) {
  const { timeFormat } = useMomentFormats();
  const dateText = useDateText();
  const [date, setDate] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [times, setTimes] = useState<readonly AvailableTime[]>([workingHours]);
  const { dateOverrides } = config;
  const put = (all: AvailabilityConfig['dateOverrides']) =>
    onChange({ ...config, dateOverrides: all.toSorted((a, b) => (a.date < b.date ? -1 : 1)) });
  const open = (hours: readonly AvailableTime[]) => {
    setOpen(hours.length > 0);
    setTimes(hours.length > 0 ? hours : [workingHours]);
  };
  const choose = (chosen: string) => {
    setDate(chosen);
    // A date that is there already is changed from what it has.
    const known = dateOverrides.find((one) => one.date === chosen);
    if (known !== undefined) open(known.availableTimes);
  };
  const close = () => {
    onAdding(false);
    setDate('');
    open([]);
  };
  const add = () => {
    // A date that is there already gets the new hours.
    const others = dateOverrides.filter((one) => one.date !== date);
    put([...others, { date, availableTimes: isOpen ? times : [] }]);
    close();
  };
  return (
    <section aria-label="Date overrides">
      <Head
        title="Date overrides"
        add="Add a date"
        disabled={disabled || adding || dateOverrides.length >= maxDateOverrides}
        onAdd={() => onAdding(true)}
      />
      {adding && (
        <Adding label="A date" ready={date !== ''} onAdd={add} onCancel={close}>
          <DateInput label="Date" value={date} onChange={choose} />
          <Switch label="Open at other times" checked={isOpen} onChange={setOpen} />
          {isOpen && (
            <TimeRows {...{ times, timeFormat }} of="the date" isNarrow disabled={false} onChange={open} />
          )}
        </Adding>
      )}
      {dateOverrides.length === 0 ? (
        !adding && <p className="text-base text-text-muted">No date has other hours.</p>
      ) : (
        <ul className={frame}>
          {dateOverrides.map((override) => (
            <li key={override.date} className={row}>
              <span className="whitespace-nowrap">{dateText(override.date)}</span>
              <span className="min-w-0 flex-1 text-text-muted">
                {override.availableTimes.length === 0
                  ? 'Unavailable'
                  : override.availableTimes
                      .map(
                        ({ startTime, endTime }) =>
                          `${clockText(startTime, timeFormat)} to ${clockText(endTime, timeFormat)}`,
                      )
                      .join(', ')}
              </span>
              <IconButton
                icon={X}
                label={`Remove ${dateText(override.date)}`}
                disabled={disabled}
                onClick={() => put(dateOverrides.filter((one) => one !== override))}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Dates on which somebody is away, whatever else is set for them. */
export function OutOfOffice({ config, disabled, onChange, adding, onAdding }: RulesProps) {
  const dateText = useDateText();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const { outOfOffice } = config;
  const put = (all: AvailabilityConfig['outOfOffice']) =>
    onChange({ ...config, outOfOffice: all.toSorted((a, b) => (a.from < b.from ? -1 : 1)) });
  const close = () => {
    onAdding(false);
    setFrom('');
    setTo('');
  };
  return (
    <section aria-label="Out of office">
      <Head
        title="Out of office"
        add="Add an absence"
        disabled={disabled || adding || outOfOffice.length >= maxAbsences}
        onAdd={() => onAdding(true)}
      />
      {adding && (
        <Adding
          label="An absence"
          ready={from !== '' && from <= to}
          onAdd={() => {
            put([...outOfOffice, { from, to }]);
            close();
          }}
          onCancel={close}
        >
          <DateInput label="First day" value={from} onChange={setFrom} />
          <DateInput label="Last day" value={to} onChange={setTo} />
        </Adding>
      )}
      {outOfOffice.length === 0 ? (
        !adding && <p className="text-base text-text-muted">No days away.</p>
      ) : (
        <ul className={frame}>
          {outOfOffice.map((absence) => {
            const text =
              absence.from === absence.to
                ? dateText(absence.from)
                : `${dateText(absence.from)} to ${dateText(absence.to)}`;
            return (
              <li key={`${absence.from} ${absence.to}`} className={row}>
                <span className="min-w-0 flex-1">{text}</span>
                <IconButton
                  icon={X}
                  label={`Remove ${text}`}
                  disabled={disabled}
                  onClick={() => put(outOfOffice.filter((one) => one !== absence))}
                />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
