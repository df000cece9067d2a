import type { DeclaredConnectors } from '@weft/db';
import { expect, it } from 'vitest';
import { DeclaredServices } from './declared-services.ts';

const declaration = {
  ...{ name: 'Acme', category: 'crm', origin: 'https://api.acme.example', auth: { kind: 'bearer' } },
  fields: [{ key: 'email', name: 'Email' }],
  request: { path: '/leads', body: { kind: 'json', json: { email: '{{email}}', note: 'x'.repeat(1_000) } } },
};
const typeOf = (number: number) => `con${String(number).padStart(21, '0')}`;

it('keeps the connectors that were used last, as many as have room', async () => {
  const read: string[] = [];
  const rows = {
    find: async (id: string) => ({ id, version: 1, offered: true, tile: {} }),
    versionsOf: async (id: string) => {
      read.push(id);
      return new Map([[1, declaration]]);
    },
  } satisfies Partial<DeclaredConnectors>;
  const services = new DeclaredServices(rows as Partial<DeclaredConnectors> as DeclaredConnectors, 4_500);
  const use = async (...numbers: readonly number[]) => {
    for (const number of numbers) expect((await services.find(typeOf(number), 'org'))?.label).toBe('Acme');
  };
  await use(1, 2, 3, 1, 4, 1);
  expect(read).toEqual([1, 2, 3, 4].map(typeOf));
  await use(2);
  expect(read.slice(4)).toEqual([typeOf(2)]);
  expect(services.size).toBeLessThanOrEqual(4_500);
});
