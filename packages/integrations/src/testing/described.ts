import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Route } from './strict-server.ts';

/** A value as vendors' descriptions have it: the part of JSON Schema that they use. */
interface Described {
  readonly type?: string;
  readonly $ref?: string;
  readonly enum?: readonly [string, ...string[]];
  readonly required?: boolean;
  readonly location?: string;
  readonly items?: Described;
  readonly additionalProperties?: Described;
  readonly properties?: { readonly [name: string]: Described };
}
type Fields = { readonly [name: string]: Described };

interface GoogleDescription {
  readonly methods: {
    readonly [id: string]: {
      readonly method: Route['method'];
      readonly url: string;
      readonly parameters: Fields;
      readonly request?: string;
      /** Where a file goes with its description. */
      readonly upload?: string;
    };
  };
  readonly schemas: Fields;
}
interface SlackDescription {
  readonly methods: { readonly [name: string]: { readonly method: 'GET' | 'POST'; readonly args: Fields } };
}

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`./descriptions/${file}`, import.meta.url), 'utf8')) as unknown;
const google = read('google.json') as GoogleDescription;
const slack = read('slack.json') as SlackDescription;

/** Stricter than the descriptions, which allow fields they do not name. */
const strict = (fields: Fields, one: (field: Described) => z.ZodType) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        field.required ? one(field) : one(field).optional(),
      ]),
    ),
  );

const inAddress: { readonly [type: string]: z.ZodType } = {
  ...{ string: z.string(), boolean: z.enum(['true', 'false']) },
  ...{ integer: z.string().regex(/^-?\d+$/), number: z.string().regex(/^-?[\d.]+$/) },
};
const parameter = (field: Described): z.ZodType =>
  field.enum ? z.enum(field.enum) : (inAddress[field.type ?? ''] ?? z.never());

const inJson: { readonly [type: string]: z.ZodType } = {
  ...{ string: z.string(), boolean: z.boolean(), integer: z.int(), number: z.number(), any: z.unknown() },
};
/** In the body of a PATCH, null removes a field. */
function value(field: Described, inPatch = false): z.ZodType {
  const { $ref, items, additionalProperties, properties } = field;
  if ($ref !== undefined)
    return z.lazy(() => value(google.schemas[$ref] ?? { type: 'not described' }, inPatch));
  if (field.enum) return z.enum(field.enum);
  if (items) return z.array(value(items));
  if (additionalProperties) return z.record(z.string(), value(additionalProperties));
  if (properties) return strict(properties, (one) => (inPatch ? value(one, true).nullable() : value(one)));
  return inJson[field.type ?? ''] ?? z.never();
}

/** Both what the description says and what only its words do, which is written by hand. */
type Own = Pick<Route, 'query' | 'headers' | 'body' | 'adds' | 'answer'>;

const both = (described: z.ZodType, own: z.ZodType | undefined) =>
  own === undefined ? described : z.intersection(described, own);

/** A method of a Google API, by its id there behind the name of the API: `drive.files.list`. */
export function googleMethod(id: string, { query, body, ...own }: Own): Route {
  const described = google.methods[id];
  if (described === undefined) throw new Error(`${id} is not described`);
  const { method, url, parameters, request } = described;
  // Every method of Google takes the fields that are wanted of its answer, and whether it is indented.
  const ofQuery = Object.entries(parameters).filter(([, { location }]) => location === 'query');
  const ofEvery = { fields: { type: 'string' }, prettyPrint: { type: 'boolean' } };
  const taken = { ...Object.fromEntries(ofQuery), ...ofEvery };
  return {
    ...{ method, url: url.replaceAll(/\{(\w+)\}/g, ':$1'), query: both(strict(taken, parameter), query) },
    ...(request !== undefined && { body: both(value({ $ref: request }, method === 'PATCH'), body) }),
    ...own,
  };
}

/** The upload of a method that takes a file, with `description` as what its description allows. */
export function googleUpload(id: string, make: (description: z.ZodType) => Own): Route {
  const described = google.methods[id];
  if (described?.upload === undefined) throw new Error(`${id} takes no file`);
  const { method, upload, parameters, request = '' } = described;
  const taken = { ...parameters, fields: { type: 'string' }, uploadType: { type: 'string' } };
  const { query, ...own } = make(value({ $ref: request }));
  return { method, url: upload, query: both(strict(taken, parameter), query), ...own };
}

/** A method of Slack's Web API, with its arguments in the address or as JSON. */
export function slackMethod(name: string, { query, body, ...own }: Own): Route {
  const described = slack.methods[name];
  if (described === undefined) throw new Error(`${name} is not described`);
  const { method, args } = described;
  const takes =
    method === 'GET'
      ? { query: both(strict(args, parameter), query) }
      : Object.keys(args).length > 0 && { body: both(strict(args, value), body) };
  return { method, url: `https://slack.com/api/${name}`, ...takes, ...own };
}
