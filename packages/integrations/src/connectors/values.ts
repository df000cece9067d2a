import type { OutgoingFile, OutgoingValue } from './connector.ts';

const isFile = (item: string | OutgoingFile): item is OutgoingFile => typeof item !== 'string';

export const isList = (value: OutgoingValue): value is readonly string[] | readonly OutgoingFile[] =>
  Array.isArray(value);

/** The files of a value; none where it holds something else. */
export const filesOf = (value: OutgoingValue | undefined): readonly OutgoingFile[] =>
  value !== undefined && isList(value)
    ? value.flatMap((item: string | OutgoingFile) => (isFile(item) ? [item] : []))
    : [];

/** A value as one text: of a file its address, or its name where it has none. */
export const textOf = (value: OutgoingValue): string =>
  isList(value)
    ? value
        .map((item: string | OutgoingFile) => (isFile(item) ? (item.url ?? item.name) : item))
        .join(filesOf(value).length > 0 ? '\n' : ', ')
    : String(value);

/** The texts of a list, or the one text that a value is. */
export const listOf = (value: OutgoingValue): readonly string[] =>
  isList(value) ? value.map((item) => textOf(isFile(item) ? [item] : item)) : [textOf(value)];

/** What `make` gives for each value, by the field's id; what it leaves out (undefined) is not written. */
export const mapped = (
  values: ReadonlyMap<string, OutgoingValue>,
  make: (value: OutgoingValue, id: string) => unknown,
): { [id: string]: unknown } =>
  Object.fromEntries(
    [...values].map(([id, value]) => [id, make(value, id)]).filter(([, made]) => made !== undefined),
  );

/** More than a person looks through to pick one. */
const most = 5_000;
const mostPages = 50;

/** The items of all pages of a list; a page without `next` is the last one. */
export async function allPages<T>(
  page: (
    cursor: string | undefined,
  ) => Promise<{ readonly items: readonly T[]; readonly next?: string | null | undefined }>,
): Promise<readonly T[]> {
  const found: T[] = [];
  let cursor: string | undefined;
  for (let read = 0; read < mostPages && found.length < most; read++) {
    const { items, next } = await page(cursor);
    found.push(...items);
    if (next === undefined || next === null || next === '') break;
    cursor = next;
  }
  return found;
}

/** The items of all pages of a list that is asked for from an offset on; `total` is how many there are. */
export const offsetPages = <T>(
  page: (offset: number) => Promise<{ readonly items: readonly T[]; readonly total: number }>,
): Promise<readonly T[]> =>
  allPages(async (cursor = '0') => {
    const { items, total } = await page(Number(cursor));
    const next = Number(cursor) + items.length;
    return { items, next: items.length > 0 && next < total ? `${next}` : null };
  });

const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/** The names of things that come beside others: trimmed and shortened, a number behind those that are taken. */
export function distinctNames(
  wanted: readonly { readonly name: string }[],
  longest: number,
  others: readonly { readonly name: string }[] = [],
): readonly string[] {
  const taken = new Set(others.map(({ name }) => folded(name)));
  return wanted.map(({ name }) => {
    const text = name.trim() || 'Table';
    let given = text.slice(0, longest);
    for (let number = 2; taken.has(folded(given)); number++) {
      const end = ` (${number})`;
      given = text.slice(0, longest - end.length) + end;
    }
    taken.add(folded(given));
    return given;
  });
}
