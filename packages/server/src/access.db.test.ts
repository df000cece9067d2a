import { type CallErrors, type CallName, calls, type HttpRoute, httpCalls } from '@weft/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { access, type Row, scopeOf } from './access-rows.ts';
import { ask, makeWorld, scopes, type World } from './access-world.ts';
import type { HttpRow } from './http-access-row.ts';
import { httpAccess } from './http-access-rows.ts';
import { callAs, type TestPerson } from './testing.ts';

/** Routes of `access` are the calls themselves and the pages of the application, which carry no data. */
const isCallRoute = (route: string): boolean => /^\S+ \/rpc\//.test(route);

/** Whether a refusal is the scope's, which says so in a sentence, and not the role's. */
const isOfScope = (status: number, text: string): boolean =>
  status === 403 && /scope|with a token/.test(text) && text.includes('"forbidden"');

describe('every call, by everybody who may not', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld();
  });
  afterAll(() => world.server.close());

  describe.each(Object.entries(access) as [CallName, Row][])('%s', (name, row) => {
    it('asks nobody to sign in first', async () => {
      const { status, data } = await ask(callAs(world.server.url, null), name, row.input(world));
      expect([status, data]).toMatchObject([401, { kind: 'unauthenticated' }]);
    });
    it('takes an expired session for nobody', async () => {
      expect((await ask(world.expired, name, row.input(world))).status).toBe(401);
    });
    it('answers another organization as if nothing were there', async () => {
      const { status, text } = await ask(world.stranger.call, name, row.input(world));
      expect(status).toBe(row.stranger);
      if (row.stranger !== 404) return;
      const absent = JSON.stringify(row.input(world))
        .replaceAll(world.base.basePublicId, 'bas000000000000000000000')
        .replaceAll(world.form.flowId, 'bas000000000000000000000')
        .replaceAll(world.app.flowId, 'bas000000000000000000000');
      expect(text).toBe((await ask(world.stranger.call, name, JSON.parse(absent))).text);
    });
    it('lets a reader read, and refuses the rest by name', async () => {
      expect((await ask(world.reader.call, name, row.input(world))).status).toBe(row.reader);
    });
    it.each(scopes)('lets the reader’s token with the scope %s do no more', async (scope) => {
      const { status, text } = await ask(world.tokens[scope], name, row.input(world));
      const enough = scopes.indexOf(scope) >= scopes.indexOf(scopeOf(name));
      expect([isOfScope(status, text), status]).toEqual([!enough, enough ? row.reader : 403]);
    });
    it.each(['expired', 'revoked'] as const)('takes a token that is %s for nobody', async (token) => {
      expect((await ask(world.tokens[token], name, row.input(world))).status).toBe(401);
    });
  });

  it('declares what a stranger and a reader are refused with', () => {
    const rows = [
      ...Object.entries(access).map(([name, row]) => ({ name, row, call: calls[name as CallName] })),
      ...Object.entries(httpAccess).map(([name, row]) => ({ name, row, call: httpCalls[name as HttpRoute] })),
    ];
    const undeclared = rows.flatMap(({ name, row, call }) => {
      const { errors }: { readonly errors: CallErrors } = call;
      const refusals = [
        row.stranger === 404 && errors['not-found'] === undefined ? [`${name} not-found`] : [],
        row.reader === 403 && errors.forbidden === undefined ? [`${name} forbidden`] : [],
      ];
      return refusals.flat();
    });
    expect(undeclared).toEqual([]);
  });

  it('gives a run-as-admin header nothing', async () => {
    const response = await fetch(new URL('/rpc/records.update', world.server.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.reader.token}`,
        'run-as-admin': 'true',
        'content-type': 'application/json',
      },
      body: JSON.stringify(access['records.update'].input(world)),
    });
    expect(response.status).toBe(403);
  });

  it('has a row for every other path', () => {
    const others = world.server.routes.filter((route) => !isCallRoute(route));
    expect(others.sort()).toEqual(Object.keys(httpAccess).sort());
  });

  describe.each(Object.entries<HttpRow>(httpAccess))('%s', (route, row) => {
    const [method = 'GET', pattern = '/'] = route.split(' ');
    const send = (call: TestPerson['call']) =>
      call(method, row.path?.(world) ?? pattern, method === 'GET' ? undefined : (row.body?.(world) ?? {}));
    it('answers nobody and an expired session alike', async () => {
      expect((await send(callAs(world.server.url, null))).status).toBe(row.anonymous);
      expect((await send(world.expired)).status).toBe(row.anonymous);
    });
    // Signing out would end the session the rest of the test goes on with.
    if (pattern.endsWith('sign-out')) return;
    it('answers another organization', async () => {
      expect((await send(world.stranger.call)).status).toBe(row.stranger);
    });
    it('answers a reader', async () => {
      expect((await send(world.reader.call)).status).toBe(row.reader);
    });
    it.each(scopes)('answers the reader’s token with the scope %s', async (scope) => {
      const response = await send(world.tokens[scope]);
      const text = await response.text();
      const enough =
        row.token === 'open' || (row.token !== 'none' && scopes.indexOf(scope) >= scopes.indexOf(row.token));
      expect([isOfScope(response.status, text), response.status]).toEqual([
        !enough,
        enough ? row.reader : 403,
      ]);
    });
    it.each(['expired', 'revoked'] as const)('takes a token that is %s for nobody', async (token) => {
      expect((await send(world.tokens[token])).status).toBe(row.anonymous);
    });
  });

  it('refuses what a browser was tricked into sending with its cookie', async () => {
    const response = await fetch(new URL('/admin/bases', world.server.url), {
      method: 'POST',
      headers: {
        cookie: 'weft.session_token=x.y',
        origin: 'https://evil.example',
        'content-type': 'application/json',
      },
      body: '{}',
    });
    expect(response.status).toBe(403);
  });
});
