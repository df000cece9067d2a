import { z } from 'zod';
import { isForbiddenKey } from '../schemas/ids.ts';
import { storableText } from '../schemas/text.ts';

/** A connector that is declared without code: a JSON file of the operator, or one that an organization wrote here. */

/** THE list of colours of its tile. */
export const connectorColors = ['gray', 'blue', 'teal', 'green', 'orange', 'red', 'purple'] as const;

/** THE list of what services are for, by which the catalogue is filtered in this order. */
export const serviceCategories = [
  ...(['crm', 'database', 'email'] as const),
  ...(['messaging', 'file_sharing', 'project_management'] as const),
] as const;
export type ServiceCategory = (typeof serviceCategories)[number];

/** What a field takes; files go into a text, as their addresses. */
export const declaredKinds = ['text', 'number', 'boolean', 'date', 'datetime', 'choice', 'choices'] as const;

/** THE list of ways in which a declared connector is let in. */
const declaredAuths = ['none', 'header', 'query', 'basic', 'bearer', 'clientCredentials'] as const;

const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,100}$/, 'A header is named by letters, digits and -')
  .refine(
    (name) =>
      !/^(host|connection|keep-alive|transfer-encoding|content-length|content-type|upgrade|expect|te|trailer|cookie|proxy-.*)$/i.test(
        name,
      ),
    'This header is set by the server',
  );

const withoutBreaks = (max: number) =>
  storableText(max).refine((text) => !/\p{Cc}/u.test(text), 'It is one line');

const host = String.raw`https?://(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?`;

/** An address of which nothing but the host is said, so that everything sent goes there. */
const origin = z
  .string()
  .regex(new RegExp(`^${host}$`), 'Write only the host, in small letters: https://api.example.com');

const webAddress = z
  .string()
  .max(1_000)
  .regex(
    new RegExp(String.raw`^${host}(?:/[^\s?#\\]*)?(?:\?[^\s#\\]*)?$`),
    'Not an address, as https://login.example.com/token',
  );

const auth = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({
      kind: z.literal('header'),
      name: headerName,
      /** Before the key: 'Token '. */
      prefix: withoutBreaks(40).optional(),
    }),
    z.strictObject({ kind: z.literal('query'), name: withoutBreaks(100).min(1, 'Name the parameter') }),
    z.strictObject({ kind: z.literal('basic') }),
    z.strictObject({ kind: z.literal('bearer') }),
    z.strictObject({
      kind: z.literal('clientCredentials'),
      /** Where a token is asked for (RFC 6749 4.4). */
      tokenUrl: webAddress,
      scope: withoutBreaks(1_000).optional(),
      /** How the client's secret travels there: in a Basic header, or in the body. */
      secretIn: z.enum(['header', 'body']).default('header'),
    }),
  ],
  { error: `One of: ${declaredAuths.join(', ')}` },
);

const fieldKey = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,59}$/, 'A key begins with a letter, and has letters, digits and _')
  .refine((key) => !isForbiddenKey(key), 'This key is not allowed');

const field = z.strictObject({
  /** By which it is named in the request: {{email}}. */
  key: fieldKey,
  name: storableText(100).refine((text) => text.trim() !== '', 'Name the field'),
  kind: z.enum(declaredKinds, { error: `One of: ${declaredKinds.join(', ')}` }).default('text'),
  required: z.boolean().default(false),
  /** Of a choice: what it takes. */
  choices: z.array(storableText(255)).max(500, 'At most 500 choices').optional(),
});

const template = withoutBreaks(5_000);
const path = template.refine(
  (text) => /^\/(?![/\\])/.test(text) && !/[?#\\\s]/.test(text),
  'A path begins with one / and has no ?, # or blanks: what follows a ? goes into the query',
);
const named = (key: z.ZodType<string>) =>
  z
    .record(key, template)
    .refine((all) => Object.keys(all).length <= 50, 'At most 50')
    .default({});
const parameter = z.string().min(1, 'Name the parameter').max(200);

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

const json = z
  .json()
  .refine((value) => depthOf(value) <= 12, 'At most twelve levels within one another')
  .refine((value) => JSON.stringify(value).length <= 32_768, 'At most 32 KB');

const body = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('none') }),
      z.strictObject({ kind: z.literal('json'), json }),
      z.strictObject({ kind: z.literal('form'), fields: named(parameter) }),
    ],
    { error: 'One of: none, json, form' },
  )
  .default({ kind: 'none' });

/** Where something stands in a JSON answer: `data.0.id`. */
const place = z
  .string()
  .max(200)
  .regex(/^[^.]+(\.[^.]+)*$/, 'Names with dots between them: data.0.id');

const status = z.int().min(100).max(599);

/** What the catalogue shows of a connector; a migration keeps it beside each declaration. */
const connectorTile = z.object({
  name: storableText(60).refine((text) => text.trim() !== '', 'Name the service'),
  letters: z
    .string()
    .refine((text) => /^[\p{L}\p{N}]{1,2}$/u.test(text), 'One or two letters')
    .optional(),
  color: z.enum(connectorColors, { error: `One of: ${connectorColors.join(', ')}` }).default('gray'),
  category: z.enum(serviceCategories, { error: `One of: ${serviceCategories.join(', ')}` }),
  /** What it does, in a few words. */
  purpose: storableText(80).optional(),
  auth,
});

export type ConnectorTile = z.infer<typeof connectorTile>;

/** The tile of a stored declaration; null: an older version of this server took what this one does not. */
export const readTile = (stored: unknown): ConnectorTile | null =>
  connectorTile.safeParse(stored).data ?? null;

const connectorDeclaration = z
  .strictObject({
    /** What shape the file has. */
    weftConnector: z.literal(1, { error: 'It has to be 1' }).default(1),
    ...connectorTile.shape,
    origin,
    fields: z.array(field).min(1, 'It needs a field at least').max(200, 'At most 200 fields'),
    request: z.strictObject({
      method: z.enum(['POST', 'PUT', 'PATCH'], { error: 'One of: POST, PUT, PATCH' }).default('POST'),
      path,
      query: named(parameter),
      headers: named(headerName),
      body,
    }),
    success: z
      .strictObject({
        /** Statuses that mean success; 200 to 299 when absent. */
        status: z.array(status).min(1).max(20).optional(),
        /** What has to be there in the answer, and not be false, null or empty. */
        path: place.optional(),
        /** And be this. */
        equals: z.union([z.string().max(200), z.number(), z.boolean()]).optional(),
      })
      .refine(({ path, equals }) => equals === undefined || path !== undefined, {
        path: ['path'],
        message: 'Say where in the answer this stands',
      })
      .default({}),
    /** Statuses on which it is sent again later, beside 408, 425, 429 and 5xx. */
    retry: z.strictObject({ status: z.array(status).max(20).default([]) }).default({ status: [] }),
    /** Sent a second time it changes nothing; else it is never sent again where its answer was lost. */
    idempotent: z.boolean().default(false),
    /** A request that changes nothing and fails where the key does not hold. */
    test: z
      .strictObject({
        method: z.enum(['GET', 'POST'], { error: 'One of: GET, POST' }).default('GET'),
        path,
        query: named(parameter),
        /** Where the answer names the account. */
        account: place.optional(),
      })
      .optional(),
    /** How fast the service lets itself be asked. */
    rateLimit: z
      .strictObject({ requests: z.int().min(1).max(10_000), seconds: z.int().min(1).max(86_400) })
      .optional(),
  })
  .superRefine((declaration, context) => {
    const keys = declaration.fields.map(({ key }) => key);
    const twice = keys.findIndex((key, at) => keys.indexOf(key) !== at);
    if (twice !== -1)
      context.addIssue({
        code: 'custom',
        path: ['fields', twice, 'key'],
        message: 'Two fields have this key',
      });
    const known = new Set([...keys, answerKey]);
    const unknown = placeholdersIn(declaration.request).find(({ key }) => !known.has(key));
    if (unknown !== undefined)
      context.addIssue({
        ...{ code: 'custom', path: ['request', ...unknown.path] },
        message: `There is no field {{${unknown.key}}}`,
      });
    for (const [at, { kind, choices }] of declaration.fields.entries())
      if (choices !== undefined && kind !== 'choice' && kind !== 'choices')
        context.addIssue({
          ...{ code: 'custom', path: ['fields', at, 'choices'] },
          message: 'Only a choice has choices',
        });
    if (declaration.test !== undefined && placeholdersIn(declaration.test).length > 0)
      context.addIssue({ code: 'custom', path: ['test', 'path'], message: 'A test has no fields to name' });
  });

export type ConnectorDeclaration = z.infer<typeof connectorDeclaration>;

/** Stands for a text that is the same at each attempt of one answer. */
export const answerKey = 'answerKey';

/** A field in a text, as `{{email}}`. */
export const placeholder = /\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}\}/g;

/** The fields that a template names, each with where it stands. Names of parameters and of JSON are no place for them. */
function placeholdersIn(
  template: unknown,
  path: readonly (string | number)[] = [],
): readonly { readonly key: string; readonly path: readonly (string | number)[] }[] {
  if (typeof template === 'string')
    return [...template.matchAll(placeholder)].map(([, key = '']) => ({ key, path }));
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([name, inside]) => placeholdersIn(inside, [...path, name]));
}

/** What is wrong with a declaration, in words; the path is as in the JSON: `request.path`. */
interface DeclarationFault {
  readonly path: string;
  readonly message: string;
}

/** A declaration as it was written: with its defaults, or what is wrong with it. */
export function readDeclaration(
  written: unknown,
): { readonly declaration: ConnectorDeclaration } | { readonly faults: readonly DeclarationFault[] } {
  const read = connectorDeclaration.safeParse(written, { error: inWords });
  if (read.success) return { declaration: read.data };
  return {
    faults: read.error.issues
      .slice(0, 20)
      .map(({ path, message }) => ({ path: path.join('.') || 'The file', message })),
  };
}

/** What a schema says of itself is for programs; this is for people. */
const inWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? 'It is missing'
      : `It has to be ${wordFor[issue.expected] ?? issue.expected}`;
  if (issue.code === 'unrecognized_keys') return `There is no such setting: ${issue.keys.join(', ')}`;
  if (issue.code === 'too_big') return `At most ${issue.maximum}`;
  if (issue.code === 'too_small') return `At least ${issue.minimum}`;
  return undefined;
};

const wordFor: { readonly [type: string]: string } = {
  ...{ string: 'a text', number: 'a number', int: 'a whole number', boolean: 'true or false' },
  ...{ array: 'a list', object: 'a group of settings in { }', record: 'a group of settings in { }' },
};
