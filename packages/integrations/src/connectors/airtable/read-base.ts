import { z } from 'zod';
import { OutgoingFault } from '../../safe-fetch/outgoing-http.ts';
import type { ServiceHttp } from '../service-http.ts';

const field = z.object({
  ...{ id: z.string(), name: z.string(), type: z.string(), description: z.string().nullish() },
  options: z.record(z.string(), z.unknown()).nullish().catch(null),
});
const view = z.object({
  ...{ id: z.string(), name: z.string(), type: z.string() },
  visibleFieldIds: z.array(z.string()).nullish(),
  /** Whose view it is, where nobody else sees it. */
  personalForUserId: z.string().nullish(),
});
const table = z.object({
  ...{ id: z.string(), name: z.string(), primaryFieldId: z.string(), description: z.string().nullish() },
  ...{ fields: z.array(field), views: z.array(view).optional() },
});
const tables = z.object({ tables: z.array(table) });

/** A field as https://airtable.com/developers/web/api/field-model describes it; its options differ by type. */
export type AirtableField = z.infer<typeof field>;
export type AirtableTable = z.infer<typeof table>;

/** A record with the values that it has, by field id. */
export const airtableRecord = z.object({
  ...{ id: z.string(), createdTime: z.string() },
  fields: z.record(z.string(), z.unknown()),
});
const page = z.object({ records: z.array(airtableRecord), offset: z.string().optional() });

export type AirtableRecord = z.infer<typeof airtableRecord>;
export type AirtablePage = z.infer<typeof page>;

const pathOf = (...parts: readonly string[]) => parts.map((part) => `/${encodeURIComponent(part)}`).join('');

/** The tables of a base with their fields and views. */
export const readAirtableTables = async (
  http: ServiceHttp,
  baseId: string,
): Promise<readonly AirtableTable[]> =>
  (
    await http.get(`/v0/meta/bases${pathOf(baseId)}/tables`, tables, {
      query: { include: 'visibleFieldIds' },
    })
  ).tables;

/** Records of one page: the most that the service gives. */
export const airtablePageSize = 100;

/** The records that follow those of the page whose offset is given; values by field id. */
export const readAirtablePage = (
  http: ServiceHttp,
  { baseId, tableId }: { readonly baseId: string; readonly tableId: string },
  {
    offset,
    pageSize = airtablePageSize,
    fieldIds,
  }: {
    readonly offset?: string | undefined;
    readonly pageSize?: number;
    /** Only these fields. */
    readonly fieldIds?: readonly string[] | undefined;
  },
): Promise<AirtablePage> =>
  http.get(`/v0${pathOf(baseId, tableId)}`, page, {
    query: { returnFieldsByFieldId: true, pageSize, offset, 'fields[]': fieldIds },
  });

/** One record as it is now: addresses of its files hold for some hours only. */
export const readAirtableRecord = (
  http: ServiceHttp,
  { baseId, tableId }: { readonly baseId: string; readonly tableId: string },
  recordId: string,
): Promise<AirtableRecord> =>
  http.get(`/v0${pathOf(baseId, tableId, recordId)}`, airtableRecord, {
    query: { returnFieldsByFieldId: true },
  });

/** Whether an answer was larger than is taken: fewer records may fit. */
export function isTooLarge(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at instanceof OutgoingFault) return at.reason === 'too-large';
  return false;
}
