import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '@weft/std';
import pg from 'pg';
import { expect, it } from 'vitest';
import { importOrder, newBase, testId } from './databases.ts';
import { describeProduct } from './on-engines.ts';

interface Metadata {
  readonly metadata: {
    readonly tables: readonly { id: string; fields: readonly { id: string; type: string }[] }[];
  };
}
interface Interrupted {
  readonly imports: readonly { readonly importId: string; readonly order: unknown }[];
}
interface Records {
  readonly records: readonly {
    readonly id: string;
    readonly data: { readonly [fieldId: string]: unknown };
  }[];
}

/** The tables of records that lie in the schema of a base, seen or not; null where only the server can look. */
async function tablesOnDisk(databaseUrl: string | undefined, basePublicId: string): Promise<number | null> {
  if (databaseUrl === undefined) return null;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename LIKE 'tbl%'`,
    [basePublicId],
  );
  await client.end();
  return rowCount;
}

describeProduct('a server that is killed', (running) => {
  it('has each of 1,000 edits from 8 clients once, whichever it had acknowledged when it was killed', async () => {
    const basePublicId = await newBase(running.ann);
    await running.ann.mutate('metadata.create', { basePublicId, createDefaultRecords: true });
    const { metadata } = await running.ann.query<Metadata>('metadata.get', { basePublicId });
    const table = must(metadata.tables[0]);
    const fieldId = must(table.fields[0]).id;
    const inTable = { basePublicId, tableId: table.id };
    const ids = Array.from({ length: 8 }, () => testId('rec'));
    const records = ids.map((id) => ({ id, data: { [fieldId]: '0' } }));
    await running.ann.mutate('records.create', { ...inTable, records });
    const version = async () =>
      (await running.ann.query<{ version: number }>('metadata.get', { basePublicId })).version;
    const before = await version();

    const each = 125;
    let acknowledged = 0;
    let killed: Promise<unknown> | null = null;
    const send = (call: object) => running.ann.mutate('records.update', call);
    /** The last edit of each client that was acknowledged. */
    const heard = new Map<string, object>();
    /** Sends an edit until it is answered, under one id, as a client does that never heard the answer. */
    const edit = async (recordId: string, number: number) => {
      const call = { ...inTable, actionId: testId('act'), recordId, data: { [fieldId]: String(number) } };
      for (;;) {
        try {
          await send(call);
          return heard.set(recordId, call);
        } catch (error) {
          // A server that runs and refuses has lost what the edit is about.
          if (killed === null || /^4\d\d /.test((error as Error).message)) throw error;
          await killed;
        }
      }
    };
    /** Whether an answer reaches its client is chance, so some edits that the server had taken are sent to it again. */
    const killAndSendAgain = async () => {
      const taken = [...heard.values()];
      await running.product.restart('SIGKILL');
      await Promise.all(taken.map(send));
    };
    await Promise.all(
      ids.map(async (id) => {
        for (let number = 1; number <= each; number++) {
          await edit(id, number);
          if (++acknowledged === 4 * each) killed = killAndSendAgain();
        }
      }),
    );
    await must(killed, 'the server was killed');
    expect(await version()).toBe(before + 8 * each);
    const kept = await running.ann.query<Records>('records.list', { ...inTable, limit: 100 });
    for (const id of ids)
      expect(kept.records.find((record) => record.id === id)?.data[fieldId]).toBe(String(each));
  });

  it('keeps nothing of an import it was in the middle of, says so, and resumes it once', async () => {
    const rows = Array.from({ length: 60_000 }, (_, row) => `Person ${row},${row % 90}`);
    const { order } = await importOrder(running.ann, `Name,Age\n${rows.join('\n')}\n`);
    const { importId, basePublicId } = order;
    let killed: Promise<void> | null = null;
    try {
      for await (const event of running.ann.events('import.csvImportStream', order))
        if (event.type === 'records') killed ??= running.product.restart('SIGKILL');
    } catch {
      // The stream broke with the server.
    }
    await must(killed, 'the import was still going');
    const tables = async () =>
      (await running.ann.query<Metadata>('metadata.get', { basePublicId })).metadata.tables;
    expect(await tables()).toEqual([]);
    const { DATABASE_URL } = running.product.env;
    expect(await tablesOnDisk(DATABASE_URL, basePublicId)).toBeOneOf([0, null]);
    const told = [];
    for await (const event of running.ann.events('import.csvImportStream', order)) told.push(event);
    expect(told.at(-1)).toMatchObject({ type: 'error', interrupted: true });

    const { imports } = await running.ann.query<Interrupted>('import.interrupted', {});
    expect(imports.map((one) => one.importId)).toEqual([importId]);
    await Promise.all([1, 2].map(() => running.ann.mutate('import.resume', { importId })));
    let end: unknown;
    for await (const event of running.ann.events('import.csvImportStream', must(imports[0]).order))
      end = event;
    expect(end).toMatchObject({ type: 'finished', recordsImported: 60_000 });
    expect(await tables()).toHaveLength(1);
    const records = { basePublicId, tableId: must((await tables())[0]).id, includeTotal: true, limit: 1 };
    expect(await running.ann.query('records.list', records)).toMatchObject({ total: 60_000 });
    expect(await running.ann.query('import.interrupted', {})).toEqual({ imports: [] });
  });

  it('has a field that was being converted wholly in its old kind or wholly in its new one', async () => {
    const rows = Array.from({ length: 30_000 }, (_, row) => `Person ${row},${row === 7 ? 'ten' : row}`);
    const { order } = await importOrder(running.ann, `Name,Age\n${rows.join('\n')}\n`);
    for await (const _ of running.ann.events('import.csvImportStream', order));
    const { basePublicId } = order;
    const table = async () => {
      const { metadata } = await running.ann.query<Metadata>('metadata.get', { basePublicId });
      return must(metadata.tables[0]);
    };
    const inField = {
      basePublicId,
      tableId: (await table()).id,
      fieldId: must((await table()).fields[1]).id,
    };
    let conversion: object = {};
    const convert = () => running.ann.mutate('fields.convert', { ...inField, ...conversion });
    let answered: boolean;
    let delay = 300;
    do {
      conversion = {
        ...{ type: 'number', actionId: testId('act'), shadowId: testId('fld') },
        conversionContext: { timezone: 'UTC' },
      };
      const converting = convert().then(
        () => true,
        () => false,
      );
      answered = await Promise.race([converting, sleep(delay, false)]);
      // One that was quicker than the kill is undone and redone.
      if (answered) await running.ann.mutate('history.undo', { basePublicId });
      else await Promise.all([running.product.restart('SIGKILL'), converting]);
      delay /= 2;
    } while (answered);
    const ages = async () => {
      const { records } = await running.ann.query<Records>('records.list', { ...inField, limit: 5_000 });
      return new Set(records.map(({ data }) => typeof data[inField.fieldId]));
    };
    const type = must((await table()).fields[1]).type;
    expect([...(await ages())]).toEqual(type === 'number' ? ['number', 'undefined'] : ['string']);
    // The client that never heard the answer sends it again.
    await convert();
    expect(must((await table()).fields[1]).type).toBe('number');
    expect(await ages()).toEqual(new Set(['number', 'undefined']));
    await running.ann.mutate('history.undo', { basePublicId });
    expect([...(await ages())]).toEqual(['string']);
  });
});
