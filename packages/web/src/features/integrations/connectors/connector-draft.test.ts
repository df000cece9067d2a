import { readDeclaration } from '@weft/protocol';
import { expect, it } from 'vitest';
import { draftOf, emptyDraft, emptyField, renamed, withHost, writtenOf } from './connector-draft.ts';

const read = (written: object) => {
  const found = readDeclaration(written);
  if ('faults' in found) throw new Error(JSON.stringify(found.faults));
  return found.declaration;
};

const base = {
  ...{ name: 'Acme', category: 'crm', origin: 'https://api.acme.example' },
  fields: [{ key: 'email', name: 'Email' }],
};

it.each([
  { ...base, auth: { kind: 'none' }, request: { path: '/a' } },
  {
    ...{ ...base, letters: 'Ac', color: 'teal', purpose: 'Make leads', idempotent: true },
    auth: { kind: 'header', name: 'X-Key', prefix: 'Key ' },
    fields: [{ key: 'plan', name: 'Plan', kind: 'choice', required: true, choices: ['a, b', 'c'] }],
    request: {
      ...{
        method: 'PUT',
        path: '/a/{{plan}}',
        query: { q: '{{plan}}' },
        headers: { 'X-Once': '{{answerKey}}' },
      },
      body: { kind: 'json', json: { a: ['{{plan}}', 1, null], b: { c: true } } },
    },
    success: { status: [200, 409], path: 'data.0.ok', equals: true },
    retry: { status: [423] },
    test: { method: 'POST', path: '/me', query: { full: '1' }, account: 'user.email' },
    rateLimit: { requests: 5, seconds: 2 },
  },
  {
    ...base,
    auth: {
      kind: 'clientCredentials',
      tokenUrl: 'https://login.acme.example/t',
      scope: 'a b',
      secretIn: 'body',
    },
    request: { path: '/a', body: { kind: 'form', fields: { mail: '{{email}}' } } },
  },
])('a declaration is the same after it was opened and saved', (written) => {
  const declaration = read(written);
  expect(read(writtenOf(draftOf(declaration)))).toEqual(declaration);
});

it('says what is missing of a new one where it is typed in', () => {
  const found = readDeclaration(writtenOf({ ...emptyDraft(), json: '{', successStatus: 'ok' }));
  const paths = 'faults' in found ? found.faults.map(({ path }) => path) : [];
  expect(paths).toEqual([
    ...['name', 'origin', 'fields.0.key', 'fields.0.name', 'request.body.json', 'success.status.0'],
  ]);
});

it('the key of a field follows its name until somebody types one', () => {
  const named = { ...emptyField(), ...renamed(emptyField(), 'Email address') };
  expect(named.key).toBe('email_address');
  expect(renamed(named, '2nd “Été”')).toEqual({ name: '2nd “Été”', key: 'nd_ete' });
  expect(renamed({ ...named, key: 'mail' }, 'Mail').key).toBe('mail');
});

it('of an address that is pasted the host is kept, and the path where none was typed', () => {
  const pasted = { ...emptyDraft(), origin: ' https://API.acme.example/v1/leads?x=1 ' };
  expect(withHost(pasted)).toEqual({ origin: 'https://api.acme.example', path: '/v1/leads' });
  expect(withHost({ ...pasted, path: '/mine' }).path).toBe('/mine');
  expect(withHost({ ...pasted, origin: 'api.acme' }).origin).toBe('api.acme');
});
