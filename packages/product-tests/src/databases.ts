import { randomBytes } from 'node:crypto';
import { must } from '@weft/std';
import type { Session } from '@weft/testkit';

/** An id that sorts behind all that were made before; enough for a test. */
export const testId = (kind: string): string => kind + randomBytes(20).toString('hex').slice(0, 21);

/** What `metadata.get` answers, as far as these tests look. */
export interface Metadata {
  readonly version: number;
  readonly metadata: { readonly tables: readonly { id: string; fields: readonly { id: string }[] }[] };
}

/** What `records.list` answers, as far as these tests look. */
export interface Records {
  readonly records: readonly {
    readonly id: string;
    readonly data: { readonly [fieldId: string]: unknown };
  }[];
}

interface Preview {
  readonly totalRows: number;
  readonly config: { readonly columns: readonly { sourceFieldIndex: number; isPrimary: boolean }[] };
}

export interface ImportOrder {
  readonly basePublicId: string;
  readonly importId: string;
  readonly csvFileUrl: string;
  readonly config: { readonly tableName: string };
  readonly fieldMappings: readonly { sourceFieldIndex: number; isPrimary: boolean }[];
}

export const newBase = async (session: Session): Promise<string> =>
  (await session.post<{ basePublicIdentifier: string }>('/admin/bases', { baseName: 'Test' }))
    .basePublicIdentifier;

/** A new base with one table without records: what a call about the table names, and its fields. */
export async function newTable(session: Session): Promise<{
  readonly table: { readonly basePublicId: string; readonly tableId: string };
  readonly fieldIds: readonly string[];
}> {
  const basePublicId = await newBase(session);
  await session.mutate('metadata.create', { basePublicId, createDefaultRecords: false });
  const { metadata } = await session.query<Metadata>('metadata.get', { basePublicId });
  const { id: tableId, fields } = must(metadata.tables[0]);
  return { table: { basePublicId, tableId }, fieldIds: fields.map(({ id }) => id) };
}

/** An order to import a file as the preview proposes it, and the rows it will bring. */
export async function importOrder(
  session: Session,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<{ readonly order: ImportOrder; readonly rows: number }> {
  const { url: csvFileUrl } = await session.upload('file.csv', [content]);
  const preview = await session.query<Preview>('import.csvPreview', { csvFileUrl });
  const fieldMappings = preview.config.columns.map(({ sourceFieldIndex, isPrimary }) => ({
    sourceFieldIndex,
    isPrimary,
  }));
  const basePublicId = await newBase(session);
  return {
    order: {
      basePublicId,
      importId: testId('imp'),
      csvFileUrl,
      config: { tableName: 'Table' },
      fieldMappings,
    },
    rows: preview.totalRows,
  };
}
