const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** The day of a moment, never broken between two lines: 'Nov 28, 2026'. */
export const dayText = (at: string): string => day.format(new Date(at)).replaceAll(' ', '\u00a0');
