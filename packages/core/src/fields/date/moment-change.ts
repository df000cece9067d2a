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

/** Whether the time of day of every value goes. */
export const leavesOutTimes = (from: Shape, to: Shape): boolean =>
  hasTime(from) && to.type === 'date' && !hasTime(to);
