import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { nameField, office, person, recordId, settle, table } from '../memory/memory-people.ts';

const linkId = 'fld-link';
const lookupId = 'fld-lookup';
const note = must(table.fields.find(({ type }) => type === 'long_text')).id;

/** Records of a table that link to each other, and show each other's notes. */
async function linked() {
  const server = office();
  const ann = await person(server, 'ann');
  const ben = await person(server, 'ben');
  const tableId = table.id;
  const template = { tableId, allowMultiple: true, inverseFieldId: 'fld000000000000000000inv' };
  const pass = async () => {
    await ann.wait();
    await ben.wait();
    server.deliver();
    await settle();
  };
  ann.client.dispatch('CREATE_FIELD', {
    tableId,
    field: { id: linkId, name: 'Follows', type: 'linked_record', template },
  });
  const shows = { linkedRecordFieldId: linkId, lookupFieldId: note };
  ann.client.dispatch('CREATE_FIELD', {
    tableId,
    field: { id: lookupId, name: 'Notes', type: 'lookup', template: shows },
  });
  await pass();
  const write = (record: string, text: string, who = ann) =>
    who.client.dispatch('UPDATE_RECORD_CELL', {
      ...{ tableId, recordId: record },
      cells: { [note]: { value: text } },
    });
  const link = (record: string, newIds: readonly string[], who = ann) =>
    who.client.dispatch('UPDATE_LINKS', {
      ...{ tableId, recordId: record, fieldId: linkId },
      newIds: [...newIds],
      oldIds: [],
    });
  const seen = (who: typeof ann) =>
    Array.from({ length: who.rows.rowCount }, (_, i) => who.rows.row(i)?.data[lookupId] ?? null);
  return { server, ann, ben, tableId, pass, write, link, seen };
}

describe('lookups in a browser', () => {
  it('follow the cells of linked records at once here, and with the feed elsewhere', async () => {
    const { ann, ben, pass, write, link, seen } = await linked();
    write(recordId(2), 'Wash cold');
    link(recordId(1), [recordId(2), recordId(3)]);
    expect(seen(ann)).toEqual([['Wash cold'], null, null]);
    await pass();
    expect(seen(ben)).toEqual([['Wash cold'], null, null]);
    write(recordId(3), 'Iron', ben);
    expect(seen(ben)).toEqual([['Wash cold', 'Iron'], null, null]);
    await pass();
    expect(seen(ann)).toEqual(seen(ben));
    await ann.client.undo();
    await pass();
    expect(seen(ann)).toEqual([null, null, null]);
    expect(seen(ben)).toEqual(seen(ann));
  });

  it('move the rows of a view that is filtered by them', async () => {
    const { ben, tableId, pass, write, link } = await linked();
    const viewId = must(table.views[0]).id;
    const filters = {
      conjunction: 'and' as const,
      items: [{ fieldId: lookupId, operator: 'contains', value: 'cold' }],
    };
    ben.client.dispatch('UPDATE_VIEW_SETTINGS', { tableId, viewId, config: { filters } });
    link(recordId(1), [recordId(2)]);
    await pass();
    expect(ben.names()).toEqual([]);
    write(recordId(2), 'Wash cold');
    await pass();
    expect(ben.names()).toEqual(['Row 1']);
  });

  it('show what a field is now that was converted, and nothing of it meanwhile', async () => {
    const { ann, ben, tableId, pass, write, link, seen } = await linked();
    write(recordId(2), '12');
    link(recordId(1), [recordId(2)]);
    await pass();
    ann.client.dispatch('CONVERT_FIELD_TYPE', {
      ...{ tableId, fieldId: note, type: 'number', shadowId: 'fld000000000000000shadow' },
      ...{ template: { decimalPlaces: 0, numberFormat: 'local' }, timeZone: 'UTC', locale: 'en-US' },
    });
    expect(seen(ann)).toEqual([null, null, null]);
    await pass();
    expect(seen(ann)).toEqual([[12], null, null]);
    expect(seen(ben)).toEqual([[12], null, null]);
  });

  it('leave actions to plan with what is stored', async () => {
    const { ann, pass, write, link, tableId, server } = await linked();
    write(recordId(2), 'Wash cold');
    link(recordId(1), [recordId(2)]);
    await pass();
    ann.client.dispatch('DELETE_RECORD', { tableId, recordId: recordId(1) });
    await pass();
    const changes = server.base.log.at(-1)?.changes ?? [];
    expect(JSON.stringify(changes)).not.toContain('Wash cold');
    expect(ann.names()).toEqual(['Row 2', 'Row 3']);
    expect(server.seen(tableId)[0]).toMatchObject({ cells: { [nameField]: { value: 'Row 2' } } });
  });
});
