import type { ConnectorDeclaration } from '@weft/protocol';

type Auth = ConnectorDeclaration['auth'];

/** A name and what stands for it: a parameter, a header. */
export interface Pair {
  readonly id: number;
  readonly name: string;
  readonly value: string;
}

export interface FieldDraft {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly kind: ConnectorDeclaration['fields'][number]['kind'];
  readonly required: boolean;
  /** A choice a line. */
  readonly choices: string;
}

/** A declaration while it is written: texts as they were typed. */
export interface ConnectorDraft {
  readonly name: string;
  readonly letters: string;
  readonly color: ConnectorDeclaration['color'];
  readonly category: ConnectorDeclaration['category'];
  readonly purpose: string;
  readonly origin: string;
  readonly auth: Auth['kind'];
  readonly authName: string;
  readonly prefix: string;
  readonly tokenUrl: string;
  readonly scope: string;
  readonly secretIn: 'header' | 'body';
  readonly fields: readonly FieldDraft[];
  readonly method: ConnectorDeclaration['request']['method'];
  readonly path: string;
  readonly query: readonly Pair[];
  readonly headers: readonly Pair[];
  readonly body: 'none' | 'json' | 'form';
  readonly json: string;
  readonly form: readonly Pair[];
  readonly successStatus: string;
  readonly successPath: string;
  readonly equals: string;
  readonly retryStatus: string;
  readonly idempotent: boolean;
  readonly tests: boolean;
  readonly testMethod: 'GET' | 'POST';
  readonly testPath: string;
  readonly testQuery: readonly Pair[];
  readonly account: string;
  readonly requests: string;
  readonly seconds: string;
}

/** What the parts of the page are given. */
export interface ConnectorPart {
  readonly draft: ConnectorDraft;
  readonly change: (to: Partial<ConnectorDraft>) => void;
  /** What is wrong at a path of the JSON; null: nothing, or nobody has tried to save. */
  readonly faultAt: (path: string) => string | null;
}

let made = 0;
/** Keeps a row's place while it is typed in. */
const rowId = (): number => made++;

export const emptyPair = (): Pair => ({ id: rowId(), name: '', value: '' });
export const emptyField = (): FieldDraft => ({
  ...{ id: rowId(), key: '', name: '', kind: 'text', required: false, choices: '' },
});

const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, 60)
    .replace(/_+$/, '');

/** A field with another name; its key follows as long as nobody has typed one. */
export const renamed = ({ name, key }: FieldDraft, to: string): Pick<FieldDraft, 'name' | 'key'> => ({
  name: to,
  key: key === keyOf(name) ? keyOf(to) : key,
});

/** Of an address that was pasted the host is kept, and its path for the request where none was typed. */
export function withHost({ origin, path }: ConnectorDraft): Pick<ConnectorDraft, 'origin' | 'path'> {
  const url = URL.parse(origin.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return { origin, path };
  return { origin: url.origin, path: path === '/' ? url.pathname : path };
}

export const emptyDraft = (): ConnectorDraft => ({
  ...{ name: '', letters: '', color: 'gray', category: 'crm', purpose: '', origin: 'https://' },
  ...{ auth: 'bearer', authName: '', prefix: '', tokenUrl: '', scope: '', secretIn: 'header' },
  fields: [emptyField()],
  ...{ method: 'POST', path: '/', query: [], headers: [], body: 'json', json: '{}', form: [] },
  ...{ successStatus: '', successPath: '', equals: '', retryStatus: '', idempotent: false },
  ...{
    tests: false,
    testMethod: 'GET',
    testPath: '/',
    testQuery: [],
    account: '',
    requests: '',
    seconds: '',
  },
});

const pairsOf = (all: { readonly [name: string]: string } = {}): readonly Pair[] =>
  Object.entries(all).map(([name, value]) => ({ id: rowId(), name, value }));
const textOf = (value: unknown): string => (value === undefined ? '' : String(value));

/** A declaration, to be changed. */
export function draftOf(declaration: ConnectorDeclaration): ConnectorDraft {
  const { auth, fields, request, success, retry, test, rateLimit } = declaration;
  const { body } = request;
  return {
    ...emptyDraft(),
    ...{ name: declaration.name, letters: declaration.letters ?? '', color: declaration.color },
    ...{ category: declaration.category, purpose: declaration.purpose ?? '', origin: declaration.origin },
    auth: auth.kind,
    ...('name' in auth && { authName: auth.name }),
    ...(auth.kind === 'header' && { prefix: auth.prefix ?? '' }),
    ...(auth.kind === 'clientCredentials' && {
      ...{ tokenUrl: auth.tokenUrl, scope: auth.scope ?? '', secretIn: auth.secretIn },
    }),
    fields: fields.map(({ choices = [], ...field }) => ({
      id: rowId(),
      ...field,
      choices: choices.join('\n'),
    })),
    ...{ method: request.method, path: request.path },
    ...{ query: pairsOf(request.query), headers: pairsOf(request.headers), body: body.kind },
    ...(body.kind === 'json' && { json: JSON.stringify(body.json, null, 2) }),
    ...(body.kind === 'form' && { form: pairsOf(body.fields) }),
    ...{ successStatus: (success.status ?? []).join(', '), successPath: success.path ?? '' },
    equals: typeof success.equals === 'string' ? success.equals : textOf(success.equals),
    ...{ retryStatus: retry.status.join(', '), idempotent: declaration.idempotent },
    ...(test !== undefined && {
      ...{ tests: true, testMethod: test.method, testPath: test.path },
      ...{ testQuery: pairsOf(test.query), account: test.account ?? '' },
    }),
    ...(rateLimit && { requests: `${rateLimit.requests}`, seconds: `${rateLimit.seconds}` }),
  };
}

const namesOf = (pairs: readonly Pair[]): { readonly [name: string]: string } =>
  Object.fromEntries(pairs.filter(({ name }) => name !== '').map(({ name, value }) => [name, value]));
const given = <K extends string>(key: K, text: string): { readonly [key in K]?: string } =>
  (text.trim() === '' ? {} : { [key]: text }) as { readonly [key in K]?: string };
/** What is no number stays a text, so that it is told. */
const statuses = (text: string): readonly unknown[] =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((one) => (/^\d+$/.test(one) ? Number(one) : one));
/** true, false and numbers are what they look like. */
const literal = (text: string): unknown =>
  /^(true|false|-?\d+(\.\d+)?)$/.test(text) ? JSON.parse(text) : text;
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const authOf = (draft: ConnectorDraft): object => {
  const kind = draft.auth;
  if (kind === 'header') return { kind, name: draft.authName, ...given('prefix', draft.prefix) };
  if (kind === 'query') return { kind, name: draft.authName };
  if (kind !== 'clientCredentials') return { kind };
  return { kind, tokenUrl: draft.tokenUrl, ...given('scope', draft.scope), secretIn: draft.secretIn };
};

/** The JSON of a declaration, as it is checked, sent and exported. */
export const writtenOf = (draft: ConnectorDraft): { readonly [key: string]: unknown } => ({
  ...{ weftConnector: 1, name: draft.name.trim(), ...given('letters', draft.letters), color: draft.color },
  ...{ category: draft.category, ...given('purpose', draft.purpose.trim()), origin: draft.origin.trim() },
  auth: authOf(draft),
  fields: draft.fields.map(({ key, name, kind, required, choices }) => {
    const lines = choices.split('\n').filter((line) => line.trim() !== '');
    const takes = kind === 'choice' || kind === 'choices';
    return { key, name, kind, required, ...(takes && lines.length > 0 && { choices: lines }) };
  }),
  request: {
    ...{ method: draft.method, path: draft.path.trim() },
    ...{ query: namesOf(draft.query), headers: namesOf(draft.headers) },
    body:
      draft.body === 'json'
        ? { kind: 'json', json: jsonOf(draft.json) }
        : draft.body === 'form'
          ? { kind: 'form', fields: namesOf(draft.form) }
          : { kind: 'none' },
  },
  success: {
    ...(draft.successStatus.trim() !== '' && { status: statuses(draft.successStatus) }),
    ...given('path', draft.successPath),
    ...(draft.equals !== '' && { equals: literal(draft.equals) }),
  },
  ...{ retry: { status: statuses(draft.retryStatus) }, idempotent: draft.idempotent },
  ...(draft.tests && {
    test: {
      ...{ method: draft.testMethod, path: draft.testPath.trim(), query: namesOf(draft.testQuery) },
      ...given('account', draft.account),
    },
  }),
  ...(draft.requests + draft.seconds !== '' && {
    rateLimit: { requests: literal(draft.requests), seconds: literal(draft.seconds) },
  }),
});
