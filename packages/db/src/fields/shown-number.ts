import {
  anyFieldType,
  type CurrencyTemplate,
  type DurationFormat,
  type FieldEnv,
  fold,
  type Notation,
  type NumberTemplate,
  type PercentTemplate,
  shownNotation,
} from '@weft/core';
import { type Fragment, fragment, join } from './sql-field-type.ts';

type AmountKind = 'number' | 'currency' | 'percent';
type AmountTemplate = NumberTemplate | CurrencyTemplate | PercentTemplate;

const ten = '0123456789';

/** What stands before and behind the digits of a shown amount: core writes one, and its digit is taken out. */
function affixesOf(kind: AmountKind, template: AmountTemplate, env: FieldEnv, one: string) {
  const shown = anyFieldType(kind).format(
    kind === 'percent' ? 0.01 : 1,
    { ...template, decimalPlaces: 0 },
    env,
  );
  const at = shown.indexOf(one);
  return { before: shown.slice(0, at), after: shown.slice(at + one.length) };
}

function groupedWhole(whole: string, { group, leading, style }: Notation): Fragment {
  if (group === '') return fragment(whole);
  const groups = style.smallGroups === true ? '(\\d)(?=(\\d\\d)*\\d{3}$)' : '(\\d)(?=(\\d{3})+$)';
  return fragment(
    `CASE WHEN length(${whole}) < ? THEN ${whole} ELSE regexp_replace(${whole}, ?, ?, 'g') END`,
    3 + leading,
    groups,
    `\\1${group}`,
  );
}

/**
 * An amount as core's `format` shows it, digit for digit: both begin with the shortest decimal of the double, and round
 * it half away from zero where the field says to how many places. Nothing when the wanted text holds a character that no such amount does: most searches end here.
 */
export function shownAmount(
  kind: AmountKind,
  column: string,
  template: AmountTemplate,
  env: FieldEnv,
  wanted: string,
): readonly Fragment[] {
  const notation = shownNotation(template, env);
  const digits = String.fromCharCode(...Array.from(ten, (_, i) => notation.zero + i));
  const { before, after } = affixesOf(kind, template, env, digits.charAt(1));
  const { decimalPlaces } = template;
  const alphabet = new Set(
    fold(before + after + digits + notation.minus + notation.group + notation.decimal),
  );
  if (![...wanted].every((character) => alphabet.has(character))) return [];
  const whole = groupedWhole(`split_part(d, '.', 1)`, notation);
  const fraction =
    decimalPlaces === 0
      ? fragment(`''`)
      : decimalPlaces === undefined
        ? fragment(
            `CASE WHEN position('.' IN d) > 0 THEN ? || split_part(d, '.', 2) ELSE '' END`,
            notation.decimal,
          )
        : fragment(`? || split_part(d, '.', 2)`, notation.decimal);
  const scaled = `abs(${column}::text::numeric) * ?::numeric`;
  const scale = kind === 'percent' ? 100 : 1;
  const number = join([fragment('('), whole, fragment(' || '), fraction, fragment(')')], '');
  const local =
    notation.zero === 48
      ? number
      : join([fragment('translate('), number, fragment(', ?, ?)', ten, digits)], '');
  return [
    join(
      [
        fragment(
          `(SELECT CASE WHEN ${column} < 0 AND d ~ '[1-9]' THEN ? ELSE '' END || ? || `,
          notation.minus,
          before,
        ),
        local,
        // OFFSET 0: the number is rounded once, not wherever it is named.
        fragment(
          ` || ? FROM (SELECT ${decimalPlaces === undefined ? `trim_scale(${scaled})` : `round(${scaled}, ?::int)`}::text AS d OFFSET 0) AS n)`,
          after,
          scale,
          ...(decimalPlaces === undefined ? [] : [decimalPlaces]),
        ),
      ],
      '',
    ),
  ];
}

/** A duration as core's `formatDuration` shows it. */
export function shownDuration(column: string, format: DurationFormat, wanted: string): readonly Fragment[] {
  if (/[^\d:.-]/.test(wanted)) return [];
  const sign = (units: string) => `CASE WHEN ${column} < 0 AND ${units} > 0 THEN '-' ELSE '' END`;
  const two = (number: string) => `lpad((${number})::text, 2, '0')`;
  const plain = `${column}::text::numeric::text`;
  if (format === 'h:mm') {
    // The smallest doubles must not be divided: PostgreSQL refuses what becomes zero.
    const minutes = `(SELECT (floor(m) + CASE WHEN m - floor(m) >= 0.5 THEN 1 ELSE 0 END)::bigint AS u FROM (SELECT CASE WHEN abs(${column}) < 1 THEN 0 ELSE abs(${column}) / 60 END AS m) AS q OFFSET 0)`;
    const text = `(SELECT ${sign('u')} || (u / 60)::text || ':' || ${two('u % 60')} FROM ${minutes} AS n)`;
    return [fragment(`CASE WHEN abs(${column}) >= 1e11 THEN ${plain} ELSE ${text} END`)];
  }
  const decimals = format.length <= 'h:mm:ss'.length ? 0 : format.length - 'h:mm:ss.'.length;
  const per = 10 ** decimals;
  const units = `(SELECT (round(abs(${column}::text::numeric), ${decimals}) * ${per})::bigint AS u OFFSET 0)`;
  const clock = `(u / ${3600 * per})::text || ':' || ${two(`u / ${60 * per} % 60`)} || ':' || ${two(`u / ${per} % 60`)}`;
  const fraction = decimals === 0 ? '' : ` || '.' || lpad((u % ${per})::text, ${decimals}, '0')`;
  const text = `(SELECT ${sign('u')} || ${clock}${fraction} FROM ${units} AS n)`;
  return [fragment(`CASE WHEN abs(${column}) >= 1e11 THEN ${plain} ELSE ${text} END`)];
}
