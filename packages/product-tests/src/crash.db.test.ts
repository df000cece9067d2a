import { must } from '@weft/std';
import { expect, it } from 'vitest';
import { importOrder, newBase, testId } from './databases.ts';
import { describeProduct } from './on-engines.ts';

interface Metadata {
  readonly metadata: { readonly tables: readonly { id: string; fields: readonly { id: string }[] }[] };
}
interface Records {
  readonly records: readonly {
    readonly id: string;
    readonly data: { readonly [fieldId: string]: unknown };
  }[];
}

describeProduct('a server that is killed', (running) => {
  it('has every edit it acknowledged, once', async () => {
    const basePublicId = await newBase(running.ann);
    await running.ann.mutate('metadata.create', { basePublicId, createDefaultRecords: true });
    const { metadata } = await running.ann.query<Metadata>('metadata.get', { basePublicId });
    const table = must(metadata.tables[0]);
    const fieldId = must(table.fields[0]).id;
    const inTable = { basePublicId, tableId: table.id };
    const ids = Array.from({ length: 8 }, () => testId('rec'));
    await running.ann.mutate('records.create', {
      ...inTable,
      records: ids.map((id) => ({ id, data: { [fieldId]: '0' } })),
    });

    const acknowledged = new Map(ids.map((id) => [id, 0]));
    let last = { ...inTable, actionId: '', recordId: '', data: {} };
    let going = true;
    const edit = async (recordId: string) => {
      for (let number = 1; going; number++) {
        const call = { ...inTable, actionId: testId('act'), recordId, data: { [fieldId]: String(number) } };
        try {
          await running.ann.mutate('records.update', call);
        } catch {
          return;
        }
        acknowledged.set(recordId, number);
        last = call;
      }
    };
    const editing = ids.map(edit);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const back = running.product.restart('SIGKILL');
    going = false;
    await Promise.all([back, ...editing]);

    const { records } = await running.ann.query<Records>('records.list', { ...inTable, limit: 100 });
    for (const [id, number] of acknowledged) {
      const kept = Number(records.find((record) => record.id === id)?.data[fieldId]);
      // The one after may have been taken without its answer arriving; nothing else.
      expect([number, number + 1], id).toContain(kept);
    }
    // Sent again, as a client does that never heard the answer: nothing changes.
    const seqBefore = (await running.ann.query<{ version: number }>('metadata.get', { basePublicId }))
      .version;
    await running.ann.mutate('records.update', last);
    expect((await running.ann.query<{ version: number }>('metadata.get', { basePublicId })).version).toBe(
      seqBefore,
    );
  });

  it('keeps nothing of an import it was in the middle of, says so, and imports again', async () => {
    const rows = Array.from({ length: 60_000 }, (_, row) => `Person ${row},${row % 90}`);
    const content = `Name,Age\n${rows.join('\n')}\n`;
    const { order } = await importOrder(running.ann, content);
    let killed: Promise<void> | null = null;
    try {
      for await (const event of running.ann.events('import.csvImportStream', order))
        if (event.type === 'records') killed ??= running.product.restart('SIGKILL');
    } catch {
      // The stream broke with the server.
    }
    await must(killed, 'the import was still going');
    const tables = await running.ann
      .query<Metadata>('metadata.get', { basePublicId: order.basePublicId })
      .then(
        ({ metadata }) => metadata.tables,
        () => [],
      );
    expect(tables).toEqual([]);
    const told = [];
    try {
      for await (const event of running.ann.events('import.csvImportStream', order)) told.push(event);
    } catch (error) {
      told.push({ type: 'error', message: String(error) });
    }
    expect(told.at(-1)?.type).toBe('error');

    const again = await importOrder(running.ann, content);
    let end: unknown;
    for await (const event of running.ann.events('import.csvImportStream', again.order)) end = event;
    expect(end).toMatchObject({ type: 'finished', recordsImported: 60_000 });
  });
});
