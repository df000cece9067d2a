import { must } from '@weft/std';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  newBase,
  rpc,
  type SharedServer,
  share,
  sharedServer,
  subscribe,
  type TestPerson,
} from '../../testing.ts';

describe('two people edit a database together', () => {
  let server: SharedServer;
  let ann: TestPerson;
  let bob: TestPerson;
  let basePublicId = '';
  beforeAll(async () => {
    server = await sharedServer();
    ann = await server.signUp('Ann');
    const invitation = (await (await ann.call('POST', '/v1/invitations', {})).json()) as { code: string };
    bob = await server.signUp('Bob', { invitationCode: invitation.code });
    basePublicId = await newBase(ann);
    await share(ann, basePublicId, bob);
  });

  it('says in the list of databases when one was last changed', async () => {
    const id = await newBase(ann, 'Looked at');
    const times = async () => {
      const { flows } = (await (await ann.call('GET', '/admin/flows')).json()) as {
        flows: { publicIdentifier: string; createdAt: string; updatedAt: string }[];
      };
      return must(flows.find((flow) => flow.publicIdentifier === id));
    };
    const { createdAt, updatedAt } = await times();
    expect(updatedAt).toBe(createdAt);
    await rpc(ann, 'metadata.create', { basePublicId: id, createDefaultRecords: true });
    await expect.poll(async () => (await times()).updatedAt > createdAt).toBe(true);
  });

  it('walks from an empty base to an undone edit', async () => {
    expect((await rpc(ann, 'metadata.get', { basePublicId })).metadata.tables).toEqual([]);
    await rpc(ann, 'metadata.create', { basePublicId, createDefaultRecords: true });
    const { metadata, role, name } = await rpc(ann, 'metadata.get', { basePublicId });
    expect([name, role]).toEqual(['Plans', 'admin']);
    const table = must(metadata.tables[0], 'the first table');
    expect([table.name, ...table.fields.map((field) => `${field.name}:${field.type}`)]).toEqual([
      'Untitled Table',
      'name:single_line_text',
      'notes:long_text',
      'active:checkbox',
    ]);
    const inTable = { basePublicId, tableId: table.id };
    const { records, version, total } = await rpc(ann, 'records.list', { ...inTable, includeTotal: true });
    expect([records.length, total]).toEqual([3, 3]);
    const record = must(records[0], 'the first record');

    const seenByBob = subscribe(bob, 'base.changes', { basePublicId, sinceSeq: version });
    const next = seenByBob.next();
    const fieldId = table.primaryFieldId;
    const update = { ...inTable, recordId: record.id, data: { [fieldId]: 'Hello' }, actionId: 'edit-1' };
    const edited = await rpc(ann, 'records.update', update);
    expect(edited.record.data[fieldId]).toBe('Hello');
    const event = must((await next).value, 'the event');
    expect(event).toMatchObject({
      seq: version + 1,
      action: { id: 'edit-1', type: 'UPDATE_RECORD_CELL', userId: ann.id },
    });

    // The same action again changes nothing.
    expect((await rpc(ann, 'records.update', update)).record).toEqual(edited.record);
    expect((await rpc(ann, 'metadata.get', { basePublicId })).version).toBe(version + 1);

    const undone = await rpc(ann, 'history.undo', { basePublicId });
    expect(undone.actions).toMatchObject([{ id: 'edit-1' }]);
    expect(
      (await rpc(bob, 'records.get', { ...inTable, recordId: record.id })).data[fieldId] ?? null,
    ).toBeNull();
    expect(must((await seenByBob.next()).value, 'the undo').action.isUndo).toBe(true);
    await seenByBob.return(undefined);
    await rpc(ann, 'history.redo', { basePublicId });

    const { actions } = await rpc(bob, 'history.list', { basePublicId });
    expect(actions.map((action) => [action.type, action.isUndo, action.isRedo]).slice(0, 2)).toEqual([
      ['UPDATE_RECORD_CELL', false, true],
      ['UPDATE_RECORD_CELL', true, false],
    ]);

    const ofRecord = await rpc(bob, 'history.list', { ...inTable, recordId: record.id });
    expect(ofRecord.nextCursor).toBeNull();
    expect(ofRecord.actions[0]).toMatchObject({
      userId: ann.id,
      isRedo: true,
      changes: [{ kind: 'cells', recordId: record.id, after: { [fieldId]: { value: 'Hello' } } }],
    });

    const file = await ann.call('GET', `/v1/bases/${basePublicId}/tables/${table.id}/export?format=csv`);
    expect((await file.text()).replace('\ufeff', '')).toBe('name,notes,active\r\nHello,,\r\n,,\r\n,,\r\n');
  });

  it('answers a new record and an edited one with the people they name', async () => {
    const { table } = await rpc(ann, 'tables.create', { basePublicId, name: 'Named' });
    const inTable = { basePublicId, tableId: table.id };
    const made = await rpc(ann, 'fields.create', {
      ...{ ...inTable, field: { name: 'Made by', type: 'created_by' } },
    });
    const edited = await rpc(ann, 'fields.create', {
      ...{ ...inTable, field: { name: 'Edited by', type: 'last_modified_by' } },
    });
    const people = ({ data }: { readonly data: { readonly [id: string]: unknown } }) => [
      data[made.field.id],
      data[edited.field.id],
    ];
    const records = [{ data: { [table.primaryFieldId]: 'First' } }];
    const created = await rpc(ann, 'records.create', { ...inTable, records });
    expect(people(created.payload.record)).toEqual(['Ann', 'Ann']);
    const { id: recordId } = created.payload.record;
    const data = { [table.primaryFieldId]: 'Second' };
    const { record } = await rpc(bob, 'records.update', { ...inTable, recordId, data });
    expect(people(record)).toEqual(['Ann', 'Bob']);
    const pasted = await rpc(ann, 'records.bulkUpdate', { ...inTable, records: [{ id: recordId, data }] });
    expect(pasted.records.map(people)).toEqual([['Ann', 'Bob']]);
  });

  it('refuses a list of 100,000 options in a sentence, and keeps an option whose label turns its direction', async () => {
    const { table } = await rpc(ann, 'tables.create', { basePublicId, name: 'Options' });
    const inTable = { basePublicId, tableId: table.id };
    const withOptions = (labels: readonly string[]) => {
      const options = labels.map((label, at) => ({ value: `o${at}`, label, color: 'Red' as const }));
      const field = { name: 'Stage', type: 'single_select' as const, template: { options } };
      return rpc(ann, 'fields.create', { ...inTable, field });
    };
    const many = Array.from({ length: 100_000 }, (_, at) => `option ${at}`);
    await expect(withOptions(many)).rejects.toThrow('The settings are too large');
    await expect(withOptions(many.slice(0, 1_001))).rejects.toThrow('Number of options cannot exceed 1000');
    const { field } = await withOptions(['\u202egnp.exe']);
    expect(field.template).toMatchObject({ options: [{ label: '\u202egnp.exe' }] });
  });

  it('makes options of the labels that a converted text lists, quoted ones too', async () => {
    const { table } = await rpc(ann, 'tables.create', {
      basePublicId,
      name: 'Guests',
      fields: [
        { name: 'Name', type: 'single_line_text' },
        { name: 'With', type: 'single_line_text' },
      ],
    });
    const inTable = { basePublicId, tableId: table.id };
    const fieldId = must(table.fields[1]).id;
    await rpc(ann, 'records.create', {
      ...inTable,
      records: ['"Doe, Jane", Bob', 'Bob'].map((text) => ({ data: { [fieldId]: text } })),
    });
    const { field } = await rpc(ann, 'fields.convert', {
      ...{ ...inTable, fieldId, type: 'multiple_select', conversionContext: { timezone: 'UTC' } },
    });
    const { options } = field.template as { options: { value: string; label: string }[] };
    expect(options.map(({ label }) => label)).toEqual(['Doe, Jane', 'Bob']);
    const { records } = await rpc(ann, 'records.list', inTable);
    const [jane, bob] = options.map(({ value }) => value);
    expect(records.map(({ data, raw }) => [data[fieldId], raw])).toEqual([
      [[jane, bob], undefined],
      [[bob], undefined],
    ]);
  });

  it('shows the texts that did not fit a field only while the field is there', async () => {
    const { table } = await rpc(ann, 'tables.create', {
      basePublicId,
      name: 'Rooms',
      fields: [
        { name: 'Name', type: 'single_line_text' },
        { name: 'Beds', type: 'number' },
        { name: 'Price', type: 'number' },
      ],
    });
    const inTable = { basePublicId, tableId: table.id };
    const [nameId, bedsId, priceId] = table.fields.map(({ id }) => id) as [string, string, string];
    const { records } = await rpc(ann, 'records.create', { ...inTable, records: [{ data: {} }] });
    const recordId = must(records[0]).id;
    await rpc(ann, 'records.bulkUpdate', {
      ...inTable,
      records: [{ id: recordId, data: {}, raw: { [bedsId]: 'two', [priceId]: 'on request' } }],
    });
    const shown = async (fieldIds?: string[]) => [
      (await rpc(bob, 'records.list', { ...inTable, ...(fieldIds && { fieldIds }) })).records[0]?.raw,
      (await rpc(bob, 'records.window', { ...inTable, start: 0, count: 1, ...(fieldIds && { fieldIds }) }))
        .records[0]?.raw,
    ];
    expect(await shown([bedsId])).toEqual([{ [bedsId]: 'two' }, { [bedsId]: 'two' }]);
    await rpc(ann, 'fields.delete', { ...inTable, fieldId: priceId });
    expect(await shown()).toEqual([{ [bedsId]: 'two' }, { [bedsId]: 'two' }]);
    expect(await shown([nameId])).toEqual([undefined, undefined]);
    const one = { ...inTable, recordId };
    expect((await rpc(bob, 'records.get', one)).raw).toEqual({ [bedsId]: 'two' });
    const { record } = await rpc(ann, 'records.update', { ...one, data: { [nameId]: 'Attic' } });
    expect(record.raw).toEqual({ [bedsId]: 'two' });
    await rpc(ann, 'history.undo', { basePublicId, count: 2 });
    expect((await rpc(bob, 'records.get', one)).raw).toEqual({ [bedsId]: 'two', [priceId]: 'on request' });
  });

  it('tells what a paste into many records did to one of them', async () => {
    const { table } = await rpc(ann, 'tables.create', { basePublicId, name: 'Many' });
    const inTable = { basePublicId, tableId: table.id };
    const fieldId = table.primaryFieldId;
    const { records } = await rpc(ann, 'records.create', {
      ...inTable,
      records: Array.from({ length: 150 }, (_, at) => ({ data: { [fieldId]: `before ${at}` } })),
    });
    await rpc(ann, 'records.bulkUpdate', {
      ...inTable,
      records: records.map(({ id }, at) => ({ id, data: { [fieldId]: `after ${at}` } })),
    });
    const recordId = must(records[149], 'the last record').id;
    const { actions } = await rpc(ann, 'history.list', { ...inTable, recordId });
    expect(actions.map(({ changes }) => changes)).toMatchObject([
      [{ before: { [fieldId]: { value: 'before 149' } }, after: { [fieldId]: { value: 'after 149' } } }],
      [{ kind: 'record', recordId, before: null }],
    ]);
    const first = await rpc(ann, 'history.list', { ...inTable, recordId, limit: 1 });
    const second = await rpc(ann, 'history.list', { ...inTable, recordId, cursor: first.nextCursor });
    expect([...first.actions, ...second.actions]).toEqual(actions);
  });

  it('refuses what does not fit, naming it, and changes nothing', async () => {
    const { metadata, version } = await rpc(ann, 'metadata.get', { basePublicId });
    const table = must(metadata.tables[0], 'the first table');
    const inTable = { basePublicId, tableId: table.id };
    const [first] = (await rpc(ann, 'records.list', inTable)).records;
    const recordId = must(first, 'a record').id;
    const checkbox = must(table.fields[2], 'the checkbox').id;
    await expect(
      rpc(ann, 'records.update', { ...inTable, recordId, data: { [checkbox]: 'maybe' } }),
    ).rejects.toMatchObject({
      kind: 'invalid',
      details: [{ path: `data.${checkbox}` }],
    });
    await expect(
      rpc(ann, 'records.update', { ...inTable, recordId, data: { fldunknown: 'x' } }),
    ).rejects.toMatchObject({ kind: 'not-found' });
    await expect(
      rpc(ann, 'records.update', { ...inTable, recordId: 'recunknown', data: {} }),
    ).rejects.toMatchObject({ kind: 'not-found' });
    await expect(rpc(ann, 'records.list', { ...inTable, cursor: 'forged' })).rejects.toMatchObject({
      kind: 'invalid',
    });
    await expect(rpc(ann, 'tables.create', { basePublicId, name: 'untitled table' })).rejects.toMatchObject({
      message: 'A table with this name already exists',
    });
    expect((await rpc(ann, 'metadata.get', { basePublicId })).version).toBe(version);
  });

  it('adds, sets up, hides and reorders fields and tables', async () => {
    const { table } = await rpc(ann, 'tables.create', { basePublicId, name: 'Second' });
    const inTable = { basePublicId, tableId: table.id };
    const { field } = await rpc(ann, 'fields.create', {
      ...inTable,
      field: { name: 'Price', type: 'currency' },
    });
    expect(field).toMatchObject({
      name: 'Price',
      type: 'currency',
      template: { currencySymbol: '$', decimalPlaces: 2 },
    });
    expect(
      (await rpc(ann, 'fields.update', { ...inTable, fieldId: field.id, name: 'Cost' })).field.name,
    ).toBe('Cost');
    const { records } = await rpc(ann, 'records.create', {
      ...inTable,
      records: [{ data: { [field.id]: 1.5 } }, { data: {} }],
    });
    expect(records.map((record) => record.data[field.id] ?? null)).toEqual([1.5, null]);
    await rpc(ann, 'fields.delete', { ...inTable, fieldId: field.id });
    await rpc(ann, 'fields.restore', { ...inTable, fieldId: field.id });
    const ids = records.map((record) => record.id);
    expect(
      (await rpc(ann, 'records.get', { ...inTable, recordId: must(ids[0], 'an id') })).data[field.id],
    ).toBe(1.5);
    await rpc(ann, 'records.bulkUpdate', {
      ...inTable,
      records: ids.map((id) => ({ id, data: { [field.id]: 7 } })),
    });
    await rpc(ann, 'records.bulkClear', {
      ...inTable,
      records: ids.map((id) => ({ id, fieldIds: [field.id] })),
    });
    const kept = await rpc(ann, 'records.bulkUpdate', {
      ...inTable,
      records: [{ id: must(ids[0], 'an id'), data: {}, raw: { [field.id]: 'a lot' } }],
    });
    expect(kept.records[0]?.raw).toEqual({ [field.id]: 'a lot' });
    const view = must(table.views[0], 'the view');
    const resized = await rpc(ann, 'views.resizeField', {
      ...inTable,
      viewId: view.id,
      fieldId: field.id,
      width: 250,
    });
    expect(resized.view.config.fieldWidths).toEqual({ [field.id]: 250 });
    await rpc(ann, 'records.bulkDelete', { ...inTable, recordIds: ids });
    expect((await rpc(ann, 'records.list', inTable)).records).toEqual([]);
    await rpc(ann, 'records.restore', { ...inTable, recordIds: ids });
    expect((await rpc(ann, 'records.window', { ...inTable, start: 0, count: 10 })).total).toBe(2);
    const { tables } = await rpc(ann, 'tables.reorder', { basePublicId, tableIds: [table.id] });
    expect(tables[0]?.id).toBe(table.id);
    await rpc(ann, 'tables.delete', inTable);
    expect((await rpc(ann, 'tables.restore', inTable)).table.name).toBe('Second');
  });
});
