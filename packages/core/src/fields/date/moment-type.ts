import { err, ok, withoutUndefined } from '@weft/std';
import type { FieldSamples, FieldType, Parsed } from '../field-type.ts';
import { readTemplate } from '../read-template.ts';
import { type DateTemplate, dateFormats } from '../templates.ts';
import { epochOf, isoOf } from './calendar.ts';
import { dateAggregates } from './date-aggregates.ts';
import { dateOperators } from './date-operators.ts';
import { formatDate } from './format-date.ts';
import { dayOfIso, readDay, readInstant, storedIso } from './parse-date.ts';
import { isTimeZone } from './zone-clock.ts';

export type MomentKind = 'date' | 'datetime' | 'created_time' | 'last_modified_time';

interface MomentTraits {
  readonly label: string;
  /** Whether the kind always shows a time. */
  readonly timed: boolean;
  readonly samples: FieldSamples<string, DateTemplate>;
}

const noDate = err('must be a date from 0001 to 9999 in the format of the field');

/**
 * date and datetime. Without displayTime a value is a calendar day, stored as its 00:00 UTC and the same for every
 * reader; with it an instant, shown and typed in the field's zone or else the reader's. The hour that spring skips is
 * read as the one after it, the hour that autumn repeats as its first.
 */
export function momentType<K extends MomentKind>(
  kind: K,
  traits: MomentTraits,
): FieldType<K, string, DateTemplate> {
  const orNoDate = (value: string | null): Parsed<string> => (value === null ? noDate : ok(value));
  return {
    kind,
    label: traits.label,
    canBePrimary: true,
    readOnly: false,
    readTemplate: (input) =>
      readTemplate(input, (read) => {
        const displayTime = read.flag('displayTime', traits.timed);
        const timezone = read.text('timezone', 64, '');
        if (timezone !== '' && !isTimeZone(timezone)) read.fault('timezone', 'must be an IANA time zone');
        return withoutUndefined({
          dateFormat: read.choice('dateFormat', dateFormats, 'us'),
          // A datetime without its time is a date: that is another kind.
          displayTime: traits.timed || displayTime,
          timeFormat: read.choice('timeFormat', ['12h', '24h'], '12h'),
          displayTimeZone: read.flag('displayTimeZone', traits.timed),
          timezone: timezone === '' ? undefined : timezone,
        });
      }),
    parse(text, template, env) {
      if (text.trim() === '') return ok(null);
      if (template.displayTime) {
        const instant = readInstant(text, template, env);
        return orNoDate(instant === null ? null : isoOf(instant));
      }
      const day = readDay(text, template, env);
      return day?.hasTime === true ? err('must be a day without a time') : orNoDate(day?.iso ?? null);
    },
    /** As typed, but a day field takes the day of a pasted time. What is no date is refused: the cell keeps what it has. */
    fromPaste(text, template, env) {
      if (template.displayTime || text.trim() === '') return this.parse(text, template, env);
      return orNoDate(readDay(text, template, env)?.iso ?? null);
    },
    format: formatDate,
    toText: (value, template) => (template.displayTime ? value : value.slice(0, 10)),
    fromText(text, template) {
      if (text === '') return ok(null);
      // A day is no instant before a zone is known, and an instant no day.
      if (template.displayTime === (text.length === 'YYYY-MM-DD'.length)) return noDate;
      return orNoDate(template.displayTime || text.length === 'YYYY-MM-DD'.length ? storedIso(text) : null);
    },
    /** Any ISO 8601 text with a zone or a day alone; a day field keeps the day of it in UTC. */
    validate(value, template) {
      if (value === null) return ok(null);
      const iso = typeof value === 'string' ? storedIso(value) : null;
      if (iso === null) return err('must be a date such as 2026-03-05T00:00:00.000Z');
      return ok(template.displayTime ? iso : dayOfIso(iso));
    },
    compare: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
    searchText: formatDate,
    operators: dateOperators,
    aggregates: dateAggregates,
    measure: { of: epochOf, adds: false },
    samples: traits.samples,
  };
}
