import { readDateText } from '../convert/date-text.ts';
import { decimalText, numberStyles } from '../convert/number-text.ts';

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

/** A value of the file in a sentence. */
export const quotedValue = (text: string): string => `“${shortened(text)}”`;

type DateText = NonNullable<ReturnType<typeof readDateText>>;

/** Why a column of numbers and dates alone stays text: what differs, by two values that show it. */
export function mixedWriting(texts: readonly string[]): string {
  const dates = texts.flatMap((text) => {
    const date = readDateText(text.trim());
    return date === null ? [] : [{ text, date }];
  });
  const [dated] = dates;
  if (dated !== undefined) {
    const number = texts.find((text) => readDateText(text.trim()) === null);
    if (number !== undefined)
      return `Numbers and dates in one column, as ${quotedValue(number)} and ${quotedValue(dated.text)}`;
    return datesReason(dates);
  }
  const stylesOf = (text: string) =>
    numberStyles.filter((style) => decimalText(text.trim(), 0, text.trim().length, style) !== null);
  const strange = texts.find((text) => stylesOf(text).length === 0);
  const [first = ''] = texts;
  const known = stylesOf(first);
  const other = texts.find((text) => !stylesOf(text).some((style) => known.includes(style)));
  return strange !== undefined || other === undefined
    ? `A number field would write some of these in another way, as ${quotedValue(strange ?? first)}`
    : `Numbers in two ways of writing, as ${quotedValue(first)} and ${quotedValue(other)}`;
}

interface Dated {
  readonly text: string;
  readonly date: DateText;
}

function datesReason(dates: readonly Dated[]): string {
  const shown = (found: Dated | undefined): string => quotedValue(found?.text ?? '');
  const fine = dates.find(({ date }) => date.tooFine);
  if (fine) return `Times finer than a millisecond, which a date field would cut, as ${shown(fine)}`;
  const offset = dates.find(({ date }) => date.offset !== null && date.offset !== 0);
  if (offset) return `Times with an offset, which a date field would not keep, as ${shown(offset)}`;
  const [first] = dates;
  const zoned = dates.find(({ date }) => date.offset !== null);
  const bare = dates.find(({ date }) => date.offset === null);
  const turned = dates.find(({ date }) => first !== undefined && (date.orders & first.date.orders) === 0);
  if (turned) return `Dates in two orders, as ${shown(first)} and ${shown(turned)}`;
  if (zoned && bare) return `Times with and without a zone, as ${shown(zoned)} and ${shown(bare)}`;
  const timed = dates.find(({ date }) => date.time !== null);
  const dayOnly = dates.find(({ date }) => date.time === null);
  if (timed && dayOnly) return `Dates with and without a time, as ${shown(timed)} and ${shown(dayOnly)}`;
  return `A date field would write these in another way, as ${shown(first)}`;
}
