/** In English, as dates are read and written everywhere. */
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** 1 to 12 by whole name and by abbreviation, in lower case. */
export const monthNumbers: ReadonlyMap<string, number> = new Map([
  ...monthNames.map((name, index) => [name.toLowerCase(), index + 1] as const),
  ...monthNames.map((name, index) => [name.slice(0, 3).toLowerCase(), index + 1] as const),
  ['sept', 9],
]);
