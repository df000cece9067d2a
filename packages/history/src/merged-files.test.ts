import type { Attachment } from '@weft/core';
import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import type { Action } from './action.ts';
import { MemoryBase } from './memory-base.ts';
import { mergeActions } from './plan.ts';
import { everyKindTable, idOf } from './random-actions.ts';

const table = everyKindTable(1);
const tableId = table.id;
const recordId = idOf('rec', 1);
const fieldId = must(table.fields.find(({ type }) => type === 'attachments')).id;
const fileOf = (name: string): Attachment => ({
  ...{ filename: name, originalName: `${name}.png`, size: 1, mimeType: 'image/png' },
  ...{ url: `/files/${name}/${name}.png`, uploadedAt: '2026-11-21T09:00:00.000Z' },
});

let count = 0;
/** `from` null: overwrites. */
const write = (names: readonly string[], from: readonly string[] | null): Action => ({
  id: idOf('act', ++count),
  type: 'UPDATE_RECORD_CELL',
  input: {
    ...{ tableId, recordId, cells: { [fieldId]: { value: names.map(fileOf) } } },
    ...(from !== null && { from: { [fieldId]: from } }),
  },
});

function opened(...names: readonly string[]) {
  const base = new MemoryBase(() => '2026-11-21T09:00:00.000Z');
  const records = [{ id: recordId, cells: { [fieldId]: { value: names.map(fileOf) } } }];
  base.submit('ann', { id: idOf('act', ++count), type: 'CREATE_TABLE', input: { table, records } });
  const files = () => {
    const value = base.recordsOf(tableId)[0]?.data[fieldId] ?? [];
    return (value as readonly Attachment[]).map(({ filename }) => filename);
  };
  return { base, files };
}

describe('the files of a cell that two people change at once', () => {
  it('hold what both have added', () => {
    const { base, files } = opened('old');
    base.submit('ann', write(['old', 'ann'], ['old']));
    base.submit('ben', write(['old', 'ben'], ['old']));
    expect(files()).toEqual(['old', 'ben', 'ann']);
  });

  it('hold what one has added, and not what the other has removed', () => {
    const { base, files } = opened('old', 'older');
    base.submit('ann', write(['older'], ['old', 'older']));
    base.submit('ben', write(['old', 'older', 'ben'], ['old', 'older']));
    expect(files()).toEqual(['older', 'ben']);
    base.submit('ann', write([], ['older']));
    expect(files()).toEqual(['ben']);
  });

  it('are overwritten by who does not say what the cell held', () => {
    const { base, files } = opened('old');
    base.submit('ben', write(['ben'], null));
    expect(files()).toEqual(['ben']);
  });

  it('are those that several changes in a row, sent as one, have left', () => {
    const { base, files } = opened('old');
    base.submit('ann', write(['old', 'ann'], ['old']));
    const [first, second] = [write(['old', 'one'], ['old']), write(['one', 'two'], ['old', 'one'])];
    base.submit('ben', must(mergeActions(first, second)));
    expect(files()).toEqual(['one', 'two', 'ann']);
    base.submit('ben', must(mergeActions(write([], null), write(['three'], []))));
    expect(files()).toEqual(['three']);
  });

  it('are asked about in fields of files alone', () => {
    const { base } = opened();
    const text = must(table.fields.find(({ type }) => type === 'single_line_text')).id;
    const input = { tableId, recordId, cells: { [text]: { value: 'x' } }, from: { [text]: [] } };
    const done = base.submit('ann', { id: idOf('act', ++count), type: 'UPDATE_RECORD_CELL', input });
    expect(done.ok ? null : done.error.faults?.map(({ path }) => path)).toEqual([`from.${text}`]);
  });
});
