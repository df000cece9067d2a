// Writes packages/integrations/src/testing/stripe-operations.json: of the operations of Stripe that are used here, which
// parameters there are, by the types of the installed `stripe`, which Stripe makes of its published OpenAPI. What is used
// is described to its depth; of the rest, that it is there. `--check` compares in the place of writing.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const place = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const installed = (path) => readFileSync(place(`node_modules/stripe/${path}`), 'utf8');
const target = place('packages/integrations/src/testing/stripe-operations.json');

/** By the resource and the method of the library: the parameters that are sent. */
const used = [
  ['Accounts', 'retrieveCurrent', []],
  [
    'Checkout/Sessions',
    'create',
    [
      ...[
        'mode',
        'client_reference_id',
        'customer_email',
        'success_url',
        'cancel_url',
        'expires_at',
        'metadata',
      ],
      ...['payment_intent_data.metadata', 'subscription_data.metadata', 'line_items.quantity'],
      ...['currency', 'unit_amount', 'product_data.name', 'recurring.interval'].map(
        (name) => `line_items.price_data.${name}`,
      ),
    ],
  ],
  ['Checkout/Sessions', 'retrieve', ['expand']],
  ['Checkout/Sessions', 'list', ['created.gte', 'limit', 'starting_after']],
  ['Checkout/Sessions', 'expire', []],
  [
    'PaymentIntents',
    'create',
    ['amount', 'currency', 'allowed_payment_method_types', 'description', 'metadata'],
  ],
  ['PaymentIntents', 'retrieve', ['expand']],
  ['PaymentIntents', 'cancel', []],
  ['PaymentIntents', 'list', ['customer', 'created.gte', 'limit', 'starting_after', 'expand']],
  ['Refunds', 'create', ['payment_intent', 'amount', 'metadata']],
  ['Refunds', 'list', ['payment_intent', 'limit', 'starting_after']],
  ['Disputes', 'list', ['payment_intent', 'limit']],
  ['Invoices', 'list', ['subscription', 'limit', 'expand']],
  ['Subscriptions', 'update', ['cancel_at_period_end']],
  ['Subscriptions', 'cancel', []],
  ['BillingPortal/Sessions', 'create', ['customer', 'return_url']],
];

const sources = new Map();
function sourceOf(file) {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const source = ts.createSourceFile(file, installed(`esm/${file}`), ts.ScriptTarget.Latest, true);
  sources.set(file, source);
  return source;
}

/** Every interface and alias of a file by its name, with those of the namespaces it stands in. */
function declared(file) {
  const found = new Map();
  const walk = (node, path) =>
    ts.forEachChild(node, (child) => {
      if (ts.isModuleDeclaration(child) && child.body !== undefined)
        return walk(child.body, [...path, child.name.text]);
      if (ts.isInterfaceDeclaration(child) || ts.isTypeAliasDeclaration(child))
        found.set([...path, child.name.text].join('.'), child);
      return ts.isModuleBlock(child) ? walk(child, path) : undefined;
    });
  walk(sourceOf(file), []);
  return found;
}

/** A type by a name, as it is meant inside `within`. */
function named(all, name, within) {
  const path = within.split('.');
  for (let length = path.length; length >= 0; length--) {
    const full = [...path.slice(0, length), name].join('.');
    if (all.has(full)) return { full, declaration: all.get(full) };
  }
  return null;
}

/** What is sent of each parameter, as a tree; a leaf is sent as a whole. */
function treeOf(paths) {
  const tree = {};
  for (const path of paths) {
    let at = tree;
    for (const name of path.split('.')) at = at[name] ??= {};
  }
  return tree;
}

const plain = {
  [ts.SyntaxKind.StringKeyword]: 'string',
  [ts.SyntaxKind.NumberKeyword]: 'number',
  [ts.SyntaxKind.BooleanKeyword]: 'boolean',
};

function shapeOf(type, sent, at) {
  if (plain[type.kind] !== undefined) return plain[type.kind];
  if (ts.isUnionTypeNode(type)) {
    const values = type.types.flatMap((one) =>
      ts.isLiteralTypeNode(one) && ts.isStringLiteral(one.literal) ? [one.literal.text] : [],
    );
    if (values.length > 0) return values;
    return shapeOf(type.types[0], sent, at);
  }
  if (!ts.isTypeReferenceNode(type))
    throw new Error(`${at.within}: a type of another kind, ${type.getText()}`);
  const name = type.typeName.getText();
  const [argument] = type.typeArguments ?? [];
  if (name === 'Array') return { each: shapeOf(argument, sent, at) };
  if (name === 'Emptyable') return shapeOf(argument, sent, at);
  if (name === 'MetadataParam') return { any: 'string' };
  if (name === 'RangeQueryParam' || name === 'Stripe.RangeQueryParam') {
    const range = declared('shared.d.ts').get('RangeQueryParam');
    return fieldsOf(range, sent, { ...at, within: 'RangeQueryParam' });
  }
  const { full, declaration } = named(at.all, name, at.within) ?? {};
  if (declaration === undefined) throw new Error(`${at.within}: there is no type ${name}`);
  const inside = { ...at, within: full };
  return ts.isTypeAliasDeclaration(declaration)
    ? shapeOf(declaration.type, sent, inside)
    : fieldsOf(declaration, sent, inside);
}

/** The parameters of an interface: what is sent with its shape, what is not as null, and what must be. */
function fieldsOf(declaration, sent, at) {
  const paged = (declaration.heritageClauses ?? []).some((clause) =>
    clause.getText().includes('PaginationParams'),
  );
  const more = paged ? { ending_before: 'string', limit: 'number', starting_after: 'string' } : {};
  const fields = Object.fromEntries(
    Object.entries(more).map(([name, shape]) => [name, sent[name] ? shape : null]),
  );
  const needs = [];
  for (const member of declaration.members) {
    if (!ts.isPropertySignature(member)) continue;
    const name = member.name.text;
    fields[name] = sent[name] === undefined ? null : shapeOf(member.type, sent[name], at);
    if (member.questionToken === undefined) needs.push(name);
  }
  for (const name of Object.keys(sent))
    if (fields[name] == null) throw new Error(`${at.within} has no parameter ${name}`);
  return {
    fields: Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    needs,
  };
}

function operationOf([resource, method, paths]) {
  const script = installed(`esm/resources/${resource}.js`);
  const begins = script.search(new RegExp(`^ {4}${method}\\(`, 'm'));
  const call = /_makeRequest\('(\w+)', [`']([^`']+)[`']/.exec(script.slice(begins));
  if (begins < 0 || call === null) throw new Error(`${resource} has no method ${method}`);
  const route = `${call[1]} ${call[2].replaceAll(/\$\{encodeURIComponent\(\w+\)\}/g, '{id}')}`;
  const file = `resources/${resource}.d.ts`;
  const params = new RegExp(`^ {4}${method}\\([^)]*params\\??: ([\\w.]+)`, 'm').exec(
    installed(`esm/${file}`),
  )?.[1];
  const all = declared(file);
  const found = params === undefined ? null : named(all, params, resource.split('/')[0]);
  if (found === null) throw new Error(`${resource}.${method} has no parameters`);
  return [route, fieldsOf(found.declaration, treeOf(paths), { all, within: found.full })];
}

const { version } = JSON.parse(installed('package.json'));
const description = {
  stripe: version,
  openapi: installed('OPENAPI_VERSION').trim(),
  operations: Object.fromEntries(used.map(operationOf)),
};
const text = `${JSON.stringify(description, null, 1)}\n`;
if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('The description of Stripe is of another version: run node scripts/stripe-operations.mjs');
  process.exit(1);
}
