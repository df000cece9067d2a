import { z } from 'zod';
import type { ServiceHttp } from '../service-http.ts';
import { type AirtableRecord, airtableRecord } from './read-base.ts';

interface Place {
  readonly baseId: string;
  readonly tableId: string;
}

/** Values by field id: the whole new value of each; null empties it. */
type Values = { readonly [fieldId: string]: unknown };

const pathOf = (...parts: readonly string[]) =>
  `/v0${parts.map((part) => `/${encodeURIComponent(part)}`).join('')}`;

const deleted = z.object({ deleted: z.literal(true) });

/** Makes a record; the answer is all of it, with what Airtable computes. */
export const createAirtableRecord = (
  http: ServiceHttp,
  { baseId, tableId }: Place,
  fields: Values,
): Promise<AirtableRecord> =>
  http.post(pathOf(baseId, tableId), airtableRecord, { json: { fields, returnFieldsByFieldId: true } });

/** Changes some fields of a record; the answer is all of it. Sent twice it changes nothing the second time. */
export const updateAirtableRecord = (
  http: ServiceHttp,
  { baseId, tableId }: Place,
  recordId: string,
  fields: Values,
): Promise<AirtableRecord> =>
  http.send('PATCH', pathOf(baseId, tableId, recordId), airtableRecord, {
    ...{ json: { fields, returnFieldsByFieldId: true }, safe: true },
  });

export async function deleteAirtableRecord(
  http: ServiceHttp,
  { baseId, tableId }: Place,
  recordId: string,
): Promise<void> {
  await http.send('DELETE', pathOf(baseId, tableId, recordId), deleted, {});
}
