import { expect, it } from 'vitest';
import { ConcurrencyLimit } from '../../http/concurrency-limit.ts';
import type { ImportDeps } from './import-deps.ts';
import type { ImportOrder } from './import-run.ts';
import { Imports } from './imports.ts';

it('does not hold up a server that stops for an import that cannot end, and begins no others', async () => {
  const deps = {
    newId: () => 'fil1',
    // It does not hear that nobody waits for it.
    profiles: { of: () => new Promise(() => {}) },
    importStates: { find: async () => null, begin: async () => true },
    concurrency: new ConcurrencyLimit(),
  };
  const imports = new Imports(deps as unknown as ImportDeps);
  const attach = (importId: string) => {
    const order = { importId, userId: 'ann', organizationId: 'mill', file: { id: 'fil2' } };
    const given = { ...order, tableName: 'Plans', parse: {}, store: { baseId: 'bas1' } };
    const signal = new AbortController().signal;
    return imports.attach(importId, 'bas1', async () => given as unknown as ImportOrder, signal);
  };
  await attach('imp1');
  expect(imports.running).toBe(1);
  await imports.close(1);
  await expect(attach('imp2')).rejects.toMatchObject({ kind: 'unavailable' });
  expect(imports.running).toBe(1);
});
