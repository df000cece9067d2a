import { must } from '@weft/std';
import { emptyDatabase, postgresServer, type Session, signUp, startProduct } from '@weft/testkit';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type Desk, makeDesk } from './at-work.ts';
import { testId } from './databases.ts';

/** What a person is told; a read that is answered has said nothing. */
const refusal = (read: Promise<unknown>): Promise<string> =>
  read.then(
    () => 'answered',
    (error: Error) => error.message,
  );

const search = (session: Session, { table }: Desk, text: string) =>
  refusal(session.query('records.list', { ...table, search: text }));

/** Resolves when one of them reads like this; rejects with all of them when none does. */
const firstLike = (refusals: readonly Promise<string>[], like: RegExp): Promise<unknown> =>
  Promise.any(
    refusals.map(async (each) => {
      const text = await each;
      if (!like.test(text)) throw new Error(text);
    }),
  );

describe.skipIf(postgresServer() === undefined)('a database that has more to do than it can take', () => {
  it('refuses with a sentence that reaches the reader, and goes on when it is free again', async () => {
    const database = await emptyDatabase();
    const product = await startProduct({ ...database.settings, SCAN_MAX_SECONDS: '1' });
    const holder = new pg.Client({ connectionString: database.url });
    try {
      await holder.connect();
      const ann = await signUp(product.url, 'ann');
      const desk = await makeDesk(ann);
      const record = { id: testId('rec'), data: { [desk.fieldId]: 'kept' } };
      await ann.mutate('records.create', { ...desk.table, records: [record] });

      // Whoever reads this table waits until it is let go of.
      const { rows } = await holder.query<{ name: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
         WHERE schemaname = $1 AND tablename LIKE 'tbl%'`,
        [desk.table.basePublicId],
      );
      await holder.query(`BEGIN; LOCK TABLE ${rows.map(({ name }) => name).join(', ')}`);

      // Two run and thirty wait: each more is refused at once, and those that run are ended when their time is up.
      const searches = Array.from({ length: 33 }, (_, i) => search(ann, desk, `never ${i}`));
      await firstLike(
        searches,
        /^429 .*"kind":"limit".*You have 30 searches and totals waiting already: let them end first/,
      );
      await firstLike(
        searches,
        /^413 .*"kind":"limit".*Looking through this table took longer than 1 s and was stopped, nothing was changed/,
      );

      // Pages of the table's own order take every connection of their pool: who comes then waits for one in vain.
      const pages = Array.from({ length: 14 }, () => refusal(ann.query('records.list', desk.table)));
      await firstLike(
        pages,
        /^503 .*"kind":"unavailable".*The database has more to do than it can take, and nothing was changed: try again in a moment/,
      );
      await holder.query('ROLLBACK');
      const answers = await Promise.all(pages);
      expect(answers.filter((text) => text === 'answered').length).toBeGreaterThan(0);
      expect(answers.every((text) => text === 'answered' || text.startsWith('503 '))).toBe(true);
      await Promise.all(searches);
      expect(await search(ann, desk, 'kept')).toBe('answered');
      const list = await ann.query<{ records: { id: string }[] }>('records.list', desk.table);
      expect(must(list.records[0]).id).toBe(record.id);
    } finally {
      await holder.end();
      await product.stop();
      await database.drop();
    }
  });
});
