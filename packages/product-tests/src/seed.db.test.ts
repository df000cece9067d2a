import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '@weft/std';
import { operate, startProduct } from '@weft/testkit';
import { expect, it } from 'vitest';
import { patience } from './patience.ts';

interface Table {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly unknown[];
  readonly views: readonly { readonly name: string; readonly id: string }[];
}

/** Signs in with what the command printed; asks as that person. */
async function enter(url: string, said: string) {
  const [, email] = /email +(\S+)/.exec(said) ?? [];
  const [, password] = /password +(\S+)/.exec(said) ?? [];
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token } = (await response.json()) as { readonly token: string };
  const ask = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as T;
  const query = async <T>(name: string, input: unknown): Promise<T> =>
    (await ask<{ result: { data: T } }>(`/rpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`))
      .result.data;
  const { flows } = await ask<{ flows: readonly { readonly id: string; readonly name: string }[] }>(
    '/admin/flows',
  );
  const basePublicId = must(flows[0]).id;
  const { metadata } = await query<{ metadata: { tables: readonly Table[] } }>('metadata.get', {
    basePublicId,
  });
  return { flows, tables: metadata.tables, query, basePublicId };
}

it('makes worlds for a demo person, and only where nobody is unless told', patience, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weft-seed-'));
  const env = { DATA_DIR: folder };
  try {
    const made = await operate(env, 'seed', 'demo').ended;
    expect([made.code, made.out]).toEqual([0, expect.stringContaining('Sign in after npm start')]);
    await using product = await startProduct(env);
    const demo = await enter(product.url, made.out);
    expect(demo.flows.map(({ name }) => name)).toEqual(['Studio office']);
    expect(demo.tables.map(({ name }) => name)).toEqual([
      'Projects',
      'Tasks',
      'People',
      'Clients',
      'Expenses',
    ]);
    const tasks = must(demo.tables[1]);
    expect(tasks.views.map(({ name }) => name)).toEqual(['Grid view', 'To do', 'By person']);
    const rows = async (viewId: string) =>
      (
        await demo.query<{ total: number }>('records.list', {
          basePublicId: demo.basePublicId,
          tableId: tasks.id,
          viewId,
          includeTotal: true,
        })
      ).total;
    expect(await rows(must(tasks.views[0]).id)).toBe(80);
    expect(await rows(must(tasks.views[1]).id)).toBeLessThan(80);

    const again = await operate(env, 'seed', 'strange').ended;
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('--force')]);
    const strange = await operate(env, 'seed', 'strange', '--force').ended;
    expect([strange.code, strange.out]).toEqual([0, expect.stringContaining(product.url)]);
    const { tables } = await enter(product.url, strange.out);
    expect(tables).toHaveLength(5);
    expect(tables.map(({ fields }) => fields.length)).toContain(500);
    expect((await operate(env, 'seed', 'nowhere').ended).code).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
