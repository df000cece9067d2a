const [hourMins, dayMins] = [60, 1_440];

/** Whole minutes in words: `45 min`, `3 h`, `1 h 30 min`, and whole days: `2 days`. */
export function minutesText(minutes: number): string {
  const days = minutes / dayMins;
  if (days > 1 && Number.isInteger(days)) return `${days} days`;
  const [hours, rest] = [Math.floor(minutes / hourMins), minutes % hourMins];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
