import {
  type DateFormat,
  type DateTemplate,
  datePatternOf,
  type FieldEnv,
  fold,
  stretchesEnd,
  zoneOf,
  zoneStretches,
} from '@weft/core';
import { type Fragment, fragment, join } from './sql-field-type.ts';

const formats: { readonly [format in Exclude<DateFormat, 'local'>]: string } = {
  us: 'MM/DD/YYYY',
  european: 'DD/MM/YYYY',
  iso: 'YYYY-MM-DD',
  long: 'FMMonth FMDD, YYYY',
};

interface DayFormat {
  /** For to_char. */
  readonly format: string;
  readonly digits: string | null;
  /** What stands between the numbers. */
  readonly literals: string;
}

function dayFormatOf(format: DateFormat, env: FieldEnv): DayFormat {
  if (format !== 'local') return { format: formats[format], digits: null, literals: ' /-,' };
  const { pieces, paddedMonth, paddedDay, digits } = datePatternOf(env.locale);
  const written = pieces.map((piece) => {
    if (typeof piece === 'object') return `"${piece.literal.replaceAll(/["\\]/g, '\\$&')}"`;
    if (piece === 'year') return 'YYYY';
    if (piece === 'month') return paddedMonth ? 'MM' : 'FMMM';
    return paddedDay ? 'DD' : 'FMDD';
  });
  return {
    format: written.join(''),
    digits: digits === null ? null : digits.join(''),
    literals: pieces.map((piece) => (typeof piece === 'object' ? piece.literal : '')).join(''),
  };
}

/** Letters of months, and of AM and PM. */
const monthLetters = 'abcdefghijlmnoprstuvy';

const toChar = (at: string, { format, digits }: DayFormat): Fragment =>
  digits === null
    ? fragment(`to_char(${at}, ?)`, format)
    : fragment(`translate(to_char(${at}, ?), '0123456789', ?)`, format, digits);

/**
 * A date as core's `formatDate` shows it. The zone's clock comes from core too, as the list of its stretches: two
 * programs with two time zone tables would not agree. Nothing when no date holds all characters of the wanted text.
 */
export function shownDate(
  column: string,
  template: DateTemplate,
  env: FieldEnv,
  wanted: string,
): readonly Fragment[] {
  const { dateFormat, displayTime, displayTimeZone, timeFormat } = template;
  const day = dayFormatOf(dateFormat, env);
  const stretches = zoneStretches(zoneOf(template, env));
  const abbreviations = displayTimeZone ? stretches.map(({ abbreviation }) => abbreviation) : [];
  const alphabet = new Set(
    fold(
      [
        '0123456789',
        day.literals,
        day.digits ?? '',
        dateFormat === 'long' ? monthLetters : '',
        displayTime ? `: ${timeFormat === '12h' ? 'AMP' : ''}` : '',
        ...(displayTime ? ['UTC', ...abbreviations] : []),
      ].join(''),
    ),
  );
  if (![...wanted].every((character) => alphabet.has(character))) return [];
  if (!displayTime) return [toChar(`(${column} AT TIME ZONE 'UTC')`, day)];
  // Beyond the listed stretches the clock repeats every 400 years, which are 146,097 days.
  const inCycle = `CASE WHEN ${column} < '${stretchesEnd}' THEN ${column} ELSE ${column} - interval '146097 days' * floor((extract(year FROM ${column}) - 2100) / 400) END`;
  const stretch = fragment(
    `(SELECT ${column} AT TIME ZONE 'UTC' AS utc, width_bucket(extract(epoch FROM ${inCycle})::float8, ?::float8[]) AS n OFFSET 0)`,
    stretches.map(({ from }) => from / 1000),
  );
  const local = join(
    [
      fragment(
        `(SELECT utc, n, utc + interval '1 millisecond' * (?::float8[])[GREATEST(n, 1)] AS there FROM `,
        stretches.map(({ offset }) => offset),
      ),
      stretch,
      fragment(' AS s OFFSET 0)'),
    ],
    '',
  );
  // On the two days where the zone's clock shows the year 0 or 10000, UTC is shown instead.
  const shown = join(
    [
      fragment(
        `(SELECT CASE WHEN inside THEN there ELSE utc END AS shown, n, inside FROM (SELECT *, there >= '0001-01-01' AND there < '10000-01-01' AS inside FROM `,
      ),
      local,
      fragment(' AS l) AS c OFFSET 0)'),
    ],
    '',
  );
  const time = fragment(`to_char(shown, ?)`, timeFormat === '24h' ? 'HH24:MI' : 'FMHH12:MI AM');
  const zone = displayTimeZone
    ? [
        fragment(
          `CASE WHEN inside THEN (?::text[])[GREATEST(n, 1)] ELSE 'UTC' END`,
          stretches.map(({ abbreviation }) => abbreviation),
        ),
      ]
    : [];
  const text = join([toChar('shown', day), time, ...zone], ` || ' ' || `);
  return [join([fragment('(SELECT '), text, fragment(' FROM '), shown, fragment(' AS d)')], '')];
}
