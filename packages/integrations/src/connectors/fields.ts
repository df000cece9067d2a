import { ServiceFault } from './service-http.ts';
import type { OutgoingValue, TargetField, TargetKind } from './target.ts';
import { textOf } from './values.ts';

/** What the fields of many services are made of, and what is made of their values. */

type More = Omit<TargetField, 'id' | 'name' | 'kind'>;
type Values = ReadonlyMap<string, OutgoingValue>;

/** A field of text: what it is written as, and what people read. */
export const textField = (id: string, name: string, more: More = {}): TargetField => ({
  ...{ id, name, kind: 'text', ...more },
});

/** The same of several: what people read, by what each is written as. */
export const textFields = (names: { readonly [id: string]: string }): readonly TargetField[] =>
  Object.entries(names).map(([id, name]) => textField(id, name));

/** A text that a person writes, with answers in it. */
export const templateField = (id: string, name: string, more: More = {}): TargetField =>
  textField(id, name, { template: true, ...more });

/** The address that a contact is known by. */
export const emailField = textField('email', 'Email', { address: true, required: true });

interface TheirField {
  readonly id: string;
  readonly name: string;
  /** Names that it offers; none: it takes any. */
  readonly choices?: readonly string[] | null | undefined;
  readonly required?: boolean | null | undefined;
}

/** A field as the service tells of it, where its kind can be written; nothing where it cannot (`kind` is undefined). */
export const fieldOf = (
  kind: TargetKind | undefined,
  { id, name, choices, required }: TheirField,
): readonly TargetField[] =>
  // A type that a service calls as objects call what they all have (`constructor`) is none of ours.
  typeof kind !== 'string'
    ? []
    : [
        {
          ...{ id, name, kind },
          ...(choices?.length && kind !== 'boolean' && { choices }),
          // What is so or not is never blank.
          ...(required === true && kind !== 'boolean' && { required }),
        },
      ];

/** Ours for a type of theirs. */
export type Kinds = { readonly [type: string]: TargetKind };

/** The value of a field as text, without the blanks around it; '' where there is none. */
export const textAt = (values: Values, id: string): string => textOf(values.get(id) ?? '').trim();

/** What is made of the values that are there, by the ids of their fields. */
export const part = <T>(
  values: Values,
  makers: { readonly [id: string]: (value: OutgoingValue) => T },
): { readonly [id: string]: T } =>
  Object.fromEntries(
    Object.entries(makers).flatMap(([id, make]) => {
      const value = values.get(id);
      return value === undefined ? [] : [[id, make(value)] as const];
    }),
  );

/** The values of these fields as texts. */
export const textsOf = (
  values: Values,
  fields: readonly Pick<TargetField, 'id'>[],
): { readonly [id: string]: string } =>
  Object.fromEntries(fields.flatMap(({ id }) => (values.has(id) ? [[id, textAt(values, id)] as const] : [])));

/** The values of fields whose ids begin with this, by what follows: a service's own fields beside those that all have. */
export const behind = (values: Values, prefix: string): Values =>
  new Map(
    [...values].flatMap(([id, value]) =>
      id.startsWith(prefix) ? [[id.slice(prefix.length), value] as const] : [],
    ),
  );

/** A column that is gone is told: what was mapped to it is never left out. */
export function refuseGone(values: Values, isThere: (id: string) => boolean, place: string): void {
  if (![...values.keys()].every(isThere))
    throw new ServiceFault('permanent', `A column that was mapped is gone from ${place}: map it again`);
}

/**
 * A phone number with + and the country as E.164 writes it: without what people write between its digits, and without the
 * (0) that is dialled at home alone. One without a country stays as it is.
 */
export const dialled = (text: string): string =>
  text.startsWith('+') ? text.replace(/\(0\)/, '').replaceAll(/[\s()./-]/g, '') : text;
