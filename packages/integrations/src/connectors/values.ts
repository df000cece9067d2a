import { anyFieldType } from '@weft/core';
import type { OutgoingFile, OutgoingValue } from './connector.ts';

const isFile = (item: string | OutgoingFile): item is OutgoingFile => typeof item !== 'string';

export const isList = (value: OutgoingValue): value is readonly string[] | readonly OutgoingFile[] =>
  Array.isArray(value);

/** The files of a value; none where it holds something else. */
export const filesOf = (value: OutgoingValue | undefined): readonly OutgoingFile[] =>
  value !== undefined && isList(value)
    ? value.flatMap((item: string | OutgoingFile) => (isFile(item) ? [item] : []))
    : [];

/** A number in digits alone: no service reads 1e-7. */
const decimalOf = (value: number): string => anyFieldType('number').toText(value, {});

/** A value as one text: of a file its address, or its name where it has none. */
export const textOf = (value: OutgoingValue): string =>
  isList(value)
    ? value
        .map((item: string | OutgoingFile) => (isFile(item) ? (item.url ?? item.name) : item))
        .join(filesOf(value).length > 0 ? '\n' : ', ')
    : typeof value === 'number'
      ? decimalOf(value)
      : String(value);

/** The texts of a list, or the one text that a value is. */
export const listOf = (value: OutgoingValue): readonly string[] =>
  isList(value) ? value.map((item) => textOf(isFile(item) ? [item] : item)) : [textOf(value)];

/** Several choices as one text, where a service wants them so; else the value as it is. */
export const joinedBy = (between: string) => (value: OutgoingValue) =>
  isList(value) ? listOf(value).join(between) : value;

/** What `make` gives for each value, by the field's id; what it leaves out (undefined) is not written. */
export const mapped = (
  values: ReadonlyMap<string, OutgoingValue>,
  make: (value: OutgoingValue, id: string) => unknown,
): { [id: string]: unknown } =>
  Object.fromEntries(
    [...values].map(([id, value]) => [id, make(value, id)]).filter(([, made]) => made !== undefined),
  );

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
