import { expect, it } from 'vitest';
import { actOn, describeEngines, newId, openBases, openStore, testNow, textTable } from '../testing.ts';

describeEngines('taking back a group', (open) => {
  it('asks for its condition in each transaction, and stops where that is not met', async () => {
    await using opened = await open();
    const store = await openStore(await openBases(opened));
    const act = actOn(store);
    const { tableId } = await textTable(act, 'Orders', [['Order', ['Runner']]]);
    // More than one transaction takes back.
    for (let batch = 0; batch < 5; batch++) {
      const records = Array.from({ length: 1_000 }, () => ({ id: newId('rec'), cells: {} }));
      await act('CREATE_RECORD', { tableId, records }, 'ann', 'import');
    }
    const count = async () =>
      (await store.list({ tableId, limit: 1, includeTotal: true, timeZone: 'UTC', now: testNow })).total;
    const whileHeld = (times: number) => {
      let asked = 0;
      return {
        alongside: async () => {
          if (++asked > times) throw new Error('taken over');
        },
      };
    };
    await expect(store.takeBack('ann', 'import', whileHeld(0))).rejects.toThrow('taken over');
    expect(await count()).toBe(5_001);
    await expect(store.takeBack('ann', 'import', whileHeld(1))).rejects.toThrow('taken over');
    expect(await count()).toBe(1_001);
    await store.takeBack('ann', 'import', whileHeld(9));
    expect(await count()).toBe(1);
  });
});
