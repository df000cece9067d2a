import { createCsvReader } from '@weft/imports';

/** The rows of a CSV text with commas, the header included. */
export function rowsOf(text: string): readonly (readonly string[])[] {
  const reader = createCsvReader({ delimiter: ',' });
  return [...reader.push(text.replace('\ufeff', '')).rows, ...reader.end().rows];
}

const truths = new Map([
  ['yes', 'true'],
  ['y', 'true'],
  ['1', 'true'],
  ['x', 'true'],
  ['no', 'false'],
  ['n', 'false'],
  ['0', 'false'],
]);

const spoken = (text: string): string => {
  const folded = text.trim().toLowerCase();
  return truths.get(folded) ?? folded;
};

/** Whether two texts are the same value: the same text, number, moment or answer. */
export function isSameValue(before: string, after: string): boolean {
  if (before.trim() === after.trim() || spoken(before) === spoken(after)) return true;
  if (before.trim() === '' || after.trim() === '') return false;
  const [a, b] = [before, after].map((text) => Number(text.replace(/[,\s]/g, '')));
  if (a === b) return true;
  const [from, to] = [before, after].map((text) =>
    Date.parse(`${text.trim()}${/\dZ?$/.test(text) && !text.includes('T') ? ' UTC' : ''}`),
  );
  return from === to;
}
