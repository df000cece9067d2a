const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** 'Just now' under a minute, then minutes, hours, days (under 30), months (under 12), years (specification 1, section 9). */
export function relativeTime(moment: number, now: number): string {
  const passed = Math.max(0, now - moment);
  if (passed < minute) return 'Just now';
  if (passed < hour) return ago(Math.floor(passed / minute), 'minute');
  if (passed < day) return ago(Math.floor(passed / hour), 'hour');
  const days = Math.floor(passed / day);
  if (days < 30) return ago(days, 'day');
  const months = Math.floor(days / 30);
  if (months < 12) return ago(months, 'month');
  return ago(Math.floor(days / 365) || 1, 'year');
}
