import { describe, expect, it } from 'vitest';
import { stalePlan } from '../pg-errors.ts';
import { StatementNames } from './statement-names.ts';

const times = (count: number, names: StatementNames, text: string, params: readonly unknown[] = ['a']) =>
  Array.from({ length: count }, () => names.of(text, params));

describe('names of prepared statements', () => {
  const flow = 'SELECT name FROM weft.flows WHERE id = $1';

  it('are given to what is run often, each text its own', () => {
    const names = new StatementNames();
    expect(times(7, names, flow)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      'weft_1',
      'weft_1',
    ]);
    expect(times(6, names, 'SELECT id FROM weft.jobs WHERE key = $1').at(-1)).toBe('weft_2');
    expect(names.of(flow, ['b'])).toBe('weft_1');
  });

  it('are not given to statements without values, of bases, or of nothing of ours', () => {
    const names = new StatementNames();
    const base = `SELECT seq FROM bas${'0'.repeat(21)}._base WHERE seq > $1 AND (SELECT true FROM weft.flows)`;
    expect(times(20, names, base).at(-1)).toBeUndefined();
    expect(times(20, names, 'SELECT $1::int').at(-1)).toBeUndefined();
    expect(times(20, names, 'SELECT 1 FROM weft.flows', []).at(-1)).toBeUndefined();
  });

  it('are given anew where a migration changed what a statement answers', () => {
    const names = new StatementNames();
    times(5, names, flow);
    names.heard(flow, { message: 'duplicate key value' });
    expect(names.of(flow, ['a'])).toBe('weft_1');
    names.heard(flow, { message: stalePlan });
    expect(times(6, names, flow)).toEqual([undefined, undefined, undefined, undefined, undefined, 'weft_2']);
  });

  it('stay few, and texts that are run once do not take the room of others', () => {
    const names = new StatementNames();
    for (let at = 0; at < 3_000; at++) names.of(`${flow} AND ${at} = ${at}`, ['a']);
    expect(times(6, names, flow).at(-1)).toBe('weft_1');
    const given = Array.from({ length: 3_000 }, (_, at) =>
      times(6, names, `${flow} OR ${at} = ${at}`).at(-1),
    );
    expect(given.filter((name) => name !== undefined)).toHaveLength(499);
  });
});
