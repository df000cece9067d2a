import type { FieldKind, Template } from '../field-kinds.ts';

/** What a field is, or is to become; null for settings that are not known yet. */
interface Shape {
  readonly type: FieldKind;
  readonly template: Template<FieldKind> | null;
}

const hasTime = ({ type, template }: Shape): boolean =>
  type === 'datetime' ||
  (type === 'date' && template !== null && 'displayTime' in template && template.displayTime);

/**
 * Whether a date becomes an instant or an instant a date although the type stays: without being converted, in the zone
 * of whoever asks, every value would show the day before or after.
 */
export const takesOtherMoments = (from: Shape, to: Shape): boolean =>
  from.type === 'date' && to.type === 'date' && to.template !== null && hasTime(from) !== hasTime(to);

/**
 * The settings of a date that becomes a date and time: written as before, in the zone its days are now read in. Null
 * where that is not what happens.
 */
export function zonedSettings(from: Shape, type: FieldKind, timeZone: string): Template<'datetime'> | null {
  if (from.type !== 'date' || type !== 'datetime' || from.template === null) return null;
  const { dateFormat, timeFormat, timezone = timeZone } = from.template as Template<'date'>;
  return { dateFormat, timeFormat, displayTime: true, displayTimeZone: true, timezone };
}

/** Whether the time of day of every value goes. */
export const leavesOutTimes = (from: Shape, to: Shape): boolean =>
  hasTime(from) && to.type === 'date' && !hasTime(to);
