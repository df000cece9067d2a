import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sight } from './sight.ts';
import {
  block,
  cases,
  closeShop,
  everyone,
  ids,
  newId,
  openShop,
  orderField,
  orders,
  sightOf,
  tables,
} from './testing.ts';
import { createRow, deleteRow, updateRow } from './write-rows.ts';

beforeAll(openShop, 60_000);
afterAll(closeShop);

const writing = { actor: 'app', newId };
const anybody = () => sightOf(null, everyone, []);
const set = (recordId: string, name: string, value: string | null) =>
  updateRow(anybody(), writing, block(), recordId, new Map([[orderField(name), value]]));

/** Somebody does something between what is decided and what is written, once. */
function meanwhile(sight: Sight, does: () => Promise<unknown>): Sight {
  let isDone = false;
  const submitAll: Sight['store']['submitAll'] = async (...given) => {
    if (!isDone) {
      isDone = true;
      await does();
    }
    return sight.store.submitAll(...given);
  };
  const store = new Proxy(sight.store, {
    get(target, key) {
      const found: unknown = key === 'submitAll' ? submitAll : Reflect.get(target, key);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
  return { ...sight, store };
}

const { shape: ownByEmail } = must(cases.find(({ shape }) => shape.name === 'own by email'));

it('R11: what a rule does not allow any more when it is written is not written', async () => {
  const recordId = await createRow(
    anybody(),
    writing,
    must(tables.orders),
    new Map([[orderField('email'), 'ada@example.org']]),
  );
  const ada = () => sightOf('ada', ownByEmail, []);
  const name = new Map([[orderField('name'), 'Changed by Ada']]);
  const taken = () => set(recordId, 'email', 'bea@example.org');
  await expect(updateRow(meanwhile(ada(), taken), writing, block(), recordId, name)).rejects.toThrow();
  await set(recordId, 'email', 'ada@example.org');
  await expect(deleteRow(meanwhile(ada(), taken), writing, block(), recordId)).rejects.toThrow();
  await set(recordId, 'email', 'ada@example.org');
  // What changes nothing about it is only looked at again.
  const other = () => set(must(ids[must(orders[0]).key]), 'name', 'Something else');
  await updateRow(meanwhile(ada(), other), writing, block(), recordId, name);
  await deleteRow(ada(), writing, block(), recordId);
});
