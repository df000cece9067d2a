import { type ChooseType, pick, textChoice } from './choice.ts';
import { namesDurations } from './column-names.ts';
import type { ColumnFacts } from './column-profiler.ts';
import type { Reading } from './family.ts';

/** Days, and days with a time. */
export const chooseDate: ChooseType = ({ facts, valued, allAre, confidence, perfect }) => {
  for (const kind of ['date', 'datetime'] as const) {
    const readings = perfect(kind);
    const [reading] = readings;
    if (!reading) continue;
    const open = (reason: string) => textChoice(facts, reason, 0.5);
    if (readings.length > 1) return open('Day or month first? Every value fits both orders');
    if (facts.dates.open !== null)
      return open(`Day or month first in “${facts.dates.open}”? Other dates have years of other length`);
    if (facts.dates.yearFirst) return open('Year first or last? Every value fits both orders');
    const what = kind === 'date' ? 'date' : 'date with a time';
    const named = valued === 1 ? `a ${what}` : kind === 'date' ? 'dates' : 'dates with times';
    const reason = `${allAre} ${named}${orderReason(reading, facts)}`;
    const { latestShort } = facts.dates;
    if (latestShort !== null && isOpenCentury(latestShort.year)) {
      const { text, year } = latestShort;
      const asked = `19xx or 20xx? “${text}” is read as ${year}. ${reason}`;
      return { ...pick(reading), reason: asked, confidence: Math.min(confidence, 0.6) };
    }
    return { ...pick(reading), reason, confidence };
  }
  return null;
};

/** Of the two-digit years, those that spreadsheets read as 19xx, and we as 20xx: birthdays, rather than days to come. */
const isOpenCentury = (year: number): boolean => year >= 2030 && year <= 2068;

export const chooseDuration: ChooseType = ({ name, facts, allAre, confidence, perfect }) => {
  const [duration] = perfect('duration');
  if (duration === undefined) return null;
  const minutes = 'format' in duration.template && duration.template.format === 'h:mm';
  if (!namesDurations(name) && facts.clockTimes(minutes))
    return textChoice(facts, 'Times of day or durations? Kept as text', 0.5);
  return { ...pick(duration), reason: `${allAre} durations`, confidence };
};

function orderReason({ format: { order } }: Reading, { dates }: ColumnFacts): string {
  if (order === 'ymd') return ', year first';
  if (order !== 'mdy' && order !== 'dmy') return '';
  const decidedBy = dates.decidedBy[order];
  const because = decidedBy === null ? '' : `, because of “${decidedBy}”`;
  return `, ${order === 'mdy' ? 'month' : 'day'} first${because}`;
}
