import { describe, expect, it } from 'vitest';
import type { Engine, Sql, Transaction } from './engine/engine.ts';
import { migrate } from './migrate.ts';
import { migrationNames } from './migration-files.ts';

describe('a version older than its database', () => {
  it('changes nothing and says so', async () => {
    const asked: string[] = [];
    const query: Sql['query'] = async (text) => {
      asked.push(text);
      return text.startsWith('SELECT name')
        ? [...migrationNames(), '9999_later.sql'].map((name) => [name])
        : [];
    };
    const transaction: Engine['transaction'] = (work) => work({ query } as Transaction);
    await expect(migrate({ kind: 'embedded', transaction } as Engine)).rejects.toThrow(
      /^A newer version of Weft has worked on this database.+ Nothing was changed: start the newer version/,
    );
    expect(asked.filter((text) => !/^SELECT|IF NOT EXISTS/.test(text))).toEqual([]);
  });
});
