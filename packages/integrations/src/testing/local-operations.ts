import { readFileSync } from 'node:fs';

/** What a parameter takes: a plain value, one of some, a list, names of any kind, or these fields. */
type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | readonly string[]
  | { readonly each: Shape }
  | { readonly any: Shape }
  | Fields;

interface Fields {
  /** Null: Stripe takes it, and nothing here sends it. */
  readonly fields: { readonly [name: string]: Shape | null };
  readonly needs: readonly string[];
}

/** By the types of the installed `stripe`: scripts/stripe-operations.mjs writes it. */
const { operations } = JSON.parse(
  readFileSync(new URL('stripe-operations.json', import.meta.url), 'utf8'),
) as {
  readonly operations: { readonly [route: string]: Fields };
};

const routes = Object.entries(operations).map(([route, fields]) => ({
  ...{ route, fields },
  pattern: new RegExp(`^${route.replaceAll('{id}', '\\w+').replaceAll('/', '\\/')}$`),
}));

interface Refused {
  readonly message: string;
  readonly code?: string;
}

type Sent = string | { readonly [name: string]: Sent };

/** Parameters as they are nested: `metadata[weft_order]` is a field of `metadata`. */
function nested(asked: URLSearchParams): { readonly [name: string]: Sent } {
  const tree: { [name: string]: Sent } = {};
  for (const [name, value] of asked) {
    const path = name.split(/\[|\]\[|\]$/).filter((part) => part !== '');
    const last = path.pop() ?? '';
    let at = tree as { [name: string]: Sent };
    for (const part of path) {
      const inner = at[part];
      const next = typeof inner === 'object' ? inner : {};
      at[part] = next;
      at = next as { [name: string]: Sent };
    }
    at[last] = value;
  }
  return tree;
}

const plain: { readonly [kind: string]: RegExp } = {
  string: /^.{1,5000}$/s,
  number: /^-?\d{1,15}$/,
  boolean: /^(true|false)$/,
};

const wrong = (name: string, sent: Sent): Refused => ({
  message: `Invalid ${name}: ${typeof sent === 'string' ? sent : 'not one value'}`,
});

function inFields(
  { fields, needs }: Fields,
  sent: { readonly [name: string]: Sent },
  within: string,
): Refused | null {
  const nameOf = (name: string) => (within === '' ? name : `${within}[${name}]`);
  const missing = needs.find((name) => sent[name] === undefined);
  if (missing !== undefined)
    return { message: `Missing required param: ${nameOf(missing)}.`, code: 'parameter_missing' };
  for (const [name, value] of Object.entries(sent)) {
    const shape = fields[name];
    if (shape === undefined)
      return { message: `Received unknown parameter: ${nameOf(name)}`, code: 'parameter_unknown' };
    if (shape === null) return { message: `The local Stripe does nothing with ${nameOf(name)}` };
    const refused = inShape(shape, value, nameOf(name));
    if (refused !== null) return refused;
  }
  return null;
}

function inShape(shape: Shape, sent: Sent, name: string): Refused | null {
  if (typeof shape === 'string')
    return typeof sent === 'string' && plain[shape]?.test(sent) === true ? null : wrong(name, sent);
  if ('fields' in shape) return typeof sent === 'string' ? wrong(name, sent) : inFields(shape, sent, name);
  if ('each' in shape || 'any' in shape) {
    const inner = 'each' in shape ? shape.each : shape.any;
    if (typeof sent === 'string') return wrong(name, sent);
    const isList = Object.keys(sent).every((key, at) => key === String(at));
    if ('each' in shape && !isList) return wrong(name, sent);
    const all = Object.entries(sent).map(([key, value]) => inShape(inner, value, `${name}[${key}]`));
    return all.find((refused) => refused !== null) ?? null;
  }
  return typeof sent === 'string' && shape.includes(sent) ? null : wrong(name, sent);
}

/** Why Stripe refuses a request by its parameters; null: it takes them; undefined: it has no such operation. */
export function refusalOf(
  method: string,
  pathname: string,
  asked: URLSearchParams,
): Refused | null | undefined {
  const found = routes.find(({ pattern }) => pattern.test(`${method} ${pathname}`));
  return found && inFields(found.fields, nested(asked), '');
}
