import { type Attachment, defaultTemplate, type Field, formUser } from '@weft/core';
import type { BaseStore } from '@weft/db';
import { newId, newTable, openBases, openMigrated, openStore } from '@weft/db/testing';
import { expect, it, onTestFinished } from 'vitest';
import { keepBeside } from './own-pdfs.ts';

it('a file that somebody adds while a PDF is kept beside it stays', async () => {
  const engine = await openMigrated();
  onTestFinished(() => engine.close());
  const store = await openStore(await openBases({ engine }));
  const field = { id: newId('fld'), name: 'PDF', order: 1, type: 'attachments' } as const;
  const files: Field = { ...field, template: defaultTemplate('attachments') } as Field;
  const name = { id: newId('fld'), name: 'Name', order: 0, type: 'single_line_text', template: {} } as Field;
  const table = newTable('Answers', [name, files]);
  const [tableId, recordId, fieldId] = [table.id, newId('rec'), files.id];
  const act = (type: string, input: object) =>
    store.submit(formUser, { id: newId('act'), type, input } as Parameters<BaseStore['submit']>[1]);
  await act('CREATE_TABLE', { table, records: [] });
  await act('CREATE_RECORD', { tableId, records: [{ id: recordId, cells: {} }] });
  const stored = (name: string) => ({
    ...{
      id: newId('fil'),
      name,
      size: 1,
      mimeType: 'application/pdf',
      createdAt: '2026-11-23T12:00:00.000Z',
    },
  });
  const attachment = (name: string): Attachment => {
    const { id, size, mimeType, createdAt } = stored(name);
    return { filename: id, originalName: name, size, mimeType, url: `/files/${id}`, uploadedAt: createdAt };
  };
  const signed = attachment('Signed.pdf');
  let isFirst = true;
  const between = {
    get: async (...asked: Parameters<BaseStore['get']>) => {
      const found = await store.get(...asked);
      if (isFirst)
        await act('UPDATE_RECORD_CELL', { tableId, recordId, cells: { [fieldId]: { value: [signed] } } });
      isFirst = false;
      return found;
    },
    submit: store.submit.bind(store),
  };
  await keepBeside({ newId }, between, { tableId, recordId, fieldId }, stored('Offer.pdf'));
  const [record] = await store.get(tableId, [recordId]);
  const kept = (record?.data[fieldId] ?? []) as readonly Attachment[];
  expect(kept.map(({ originalName }) => originalName)).toEqual(['Offer.pdf', 'Signed.pdf']);
});
