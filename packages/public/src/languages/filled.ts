/** A text with what is put in. */
export const filled = (text: string, values: readonly (string | number)[]): string =>
  text.replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)] ?? ''));
