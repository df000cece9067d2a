import { must } from '@weft/std';
import { expect, it } from 'vitest';
import { MemoryBase } from './memory-base.ts';
import { everyKindTable, idOf } from './random-actions.ts';

it('A7: keeps the option a colleague added while the settings of a field were open, and undo takes back only one’s own', () => {
  const base = new MemoryBase(() => '2026-11-21T09:00:00.000Z');
  const table = everyKindTable(1);
  const tableId = table.id;
  base.submit('ann', { id: idOf('act', 1), type: 'CREATE_TABLE', input: { table, records: [] } });
  const select = must(table.fields.find((field) => field.type === 'single_select'));
  const from = select.template;
  const option = (value: string) => ({ value, label: `Label ${value}`, color: 'Blue' as const });
  const update = (userId: string, number: number, value: string) =>
    base.submit(userId, {
      id: idOf('act', number),
      type: 'UPDATE_FIELD',
      input: {
        tableId,
        fieldId: select.id,
        template: { ...from, options: [...from.options, option(value)] },
        from,
      },
    });
  const optionsNow = () => {
    const now = base.metadata.tables[0]?.fields.find(({ id }) => id === select.id);
    return now?.type === 'single_select' ? now.template.options : [];
  };
  expect(update('ann', 2, 'hers').ok && update('bob', 3, 'his').ok).toBe(true);
  expect(optionsNow()).toEqual([...from.options, option('hers'), option('his')]);
  base.undo('bob');
  expect(optionsNow()).toEqual([...from.options, option('hers')]);
});

it('a field whose name is emptied gets a generated one that no other has', () => {
  const base = new MemoryBase(() => '2026-11-21T09:00:00.000Z');
  const table = everyKindTable(1);
  const tableId = table.id;
  const count = table.fields.length;
  base.submit('ann', { id: idOf('act', 1), type: 'CREATE_TABLE', input: { table, records: [] } });
  const rename = (number: number, place: number, name: string) =>
    base.submit('ann', {
      id: idOf('act', number),
      type: 'UPDATE_FIELD',
      input: { tableId, fieldId: must(table.fields[place]).id, name },
    });
  const nameOf = (place: number) => base.metadata.tables[0]?.fields[place]?.name;
  expect(rename(2, 1, `FIELD ${count}`).ok && rename(3, 2, '  ').ok).toBe(true);
  expect(nameOf(2)).toBe(`Field ${count + 1}`);
  base.undo('ann');
  expect(nameOf(2)).toBe(table.fields[2]?.name);
});
