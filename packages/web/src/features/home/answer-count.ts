const most = 1_000;

/** '12'; of more than are counted '1000+'. */
const capped = (count: number): string => (count > most ? `${most}+` : String(count));

/** '12' on a card; null where the type of the flow takes no answers. */
export const answerCount = (submissions: number | null): string | null =>
  submissions === null ? null : capped(submissions);

/** '12 responses' in a row, or '12 bookings'; null as above. */
export function answerText(submissions: number | null, noun: 'response' | 'booking'): string | null {
  const count = answerCount(submissions);
  return count && `${count} ${noun}${count === '1' ? '' : 's'}`;
}

/** '3 new': answers that nobody has seen; null where there are none. */
export const unreadText = (unread: number | null): string | null =>
  unread === null || unread === 0 ? null : `${capped(unread)} new`;
