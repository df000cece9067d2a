import { type ConnectorDeclaration, type Json, placeholder } from '@weft/protocol';
import { ServiceFault } from '../service-http.ts';
import type { OutgoingValue } from '../target.ts';
import { isList, listOf, textOf } from '../values.ts';

/** What stands for the fields that a template names; a field without a value is not among them. */
export type Values = ReadonlyMap<string, OutgoingValue>;

type Named = { readonly [name: string]: string };

const cannot = (where: string, why: string) =>
  new ServiceFault('permanent', `An answer cannot be written into ${where}: ${why}`);

const only = new RegExp(`^${placeholder.source}$`);

/** The one field that a text is; null: it is more than that. */
const fieldIn = (text: string): string | null => only.exec(text)?.[1] ?? null;

/** Characters that the fields of one request are filled in with: a template may name a long one again and again. */
const mostFilled = 2 * 1024 * 1024;

/** What is left of it for the rest of a request. */
export interface Room {
  left: number;
}
export const newRoom = (): Room => ({ left: mostFilled });

function take(text: string, room: Room): string {
  room.left -= text.length;
  if (room.left < 0) throw new ServiceFault('permanent', 'An answer makes the request larger than 2 MB');
  return text;
}

const filled = (template: string, values: Values, room: Room, encoded = (text: string) => text): string =>
  template.replaceAll(placeholder, (_, key: string) => {
    const value = values.get(key);
    return value === undefined ? '' : take(encoded(textOf(value)), room);
  });

/** A path, each value one part of it or a piece of one. Values that would lead to another path are refused. */
export function filledPath(template: string, values: Values, room: Room): string {
  for (const [, key = ''] of template.matchAll(placeholder))
    if (textOf(values.get(key) ?? '').trim() === '') throw cannot('the address', `${key} is empty`);
  const path = filled(template, values, room, (text) => {
    if (!text.isWellFormed()) throw cannot('the address', 'it holds half of a character');
    return encodeURIComponent(text);
  });
  // Whoever reads an address goes up a level for these.
  if (path.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part)))
    throw cannot('the address', 'it would lead elsewhere');
  return path;
}

/** Parameters and fields of a form, which the client encodes; one that is an empty field alone is left out. */
export const filledTexts = (templates: Named, values: Values, room: Room): Named =>
  Object.fromEntries(
    Object.entries(templates).flatMap(([name, template]) => {
      const field = fieldIn(template);
      return field !== null && !values.has(field) ? [] : [[name, filled(template, values, room)]];
    }),
  );

/** Headers, which take ASCII in one line and nothing else. */
export function filledHeaders(templates: Named, values: Values, room: Room): Named {
  const headers = filledTexts(templates, values, room);
  for (const [name, text] of Object.entries(headers))
    if (!/^[\t\u0020-\u007e]*$/.test(text))
      throw cannot(`the header ${name}`, 'it takes one line of plain letters, digits and signs');
  return headers;
}

function asJson(value: OutgoingValue, room: Room): Json {
  take(textOf(value), room);
  return isList(value) ? listOf(value) : value;
}

/** JSON, in which a text that is a field alone becomes its value with its type; where that is empty it is left out. */
export function filledJson(template: Json, values: Values, room: Room): Json | undefined {
  if (typeof template === 'string') {
    const field = fieldIn(template);
    if (field === null) return filled(template, values, room);
    const value = values.get(field);
    return value === undefined ? undefined : asJson(value, room);
  }
  if (Array.isArray(template))
    return (template as readonly Json[])
      .map((one) => filledJson(one, values, room))
      .filter((one) => one !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, inside]) => {
      const value = filledJson(inside, values, room);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** What stands at `data.0.id` of an answer. */
export function placeIn(answer: unknown, place: string): unknown {
  let at = answer;
  for (const name of place.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as { readonly [name: string]: unknown })[name];
  }
  return at;
}

/** Whether an answer means success; else why not. */
export function judged(
  { status: wanted, path, equals }: ConnectorDeclaration['success'],
  body: unknown,
  status: number,
): true | string {
  if (wanted !== undefined && !wanted.includes(status)) return `status ${status} does not mean success`;
  if (path === undefined) return true;
  const found = placeIn(body, path);
  if (equals !== undefined)
    return found === equals || `${path} in its answer is not ${JSON.stringify(equals)}`;
  const isThere = found !== undefined && found !== null && found !== false && found !== '';
  return isThere || `its answer has no ${path}`;
}
