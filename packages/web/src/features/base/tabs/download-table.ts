import type { Table, View } from '@weft/core';
import { toast } from '@weft/ui';
import { Braces, FileSpreadsheet, Sheet } from 'lucide-react';
import { errorText } from '../../../error-text.ts';
import { download } from '../../../transfers.ts';

export type Format = 'csv' | 'xlsx' | 'json';

/** The files a table can be taken away as. */
export const downloads = [
  { format: 'csv', label: 'Download CSV…', icon: Sheet },
  { format: 'xlsx', label: 'Download Excel (XLSX)', icon: FileSpreadsheet },
  { format: 'json', label: 'Download JSON', icon: Braces },
] as const;

/** Downloads a table as a view shows it, answers to a form in its order; a refusal is said in a toast. */
export async function downloadTable(
  baseId: string,
  { id }: Table,
  view: View | undefined,
  format: Format,
  timeZone: string,
  formulas: 'keep' | 'escape' = 'keep',
): Promise<void> {
  const query = new URLSearchParams({ format, timeZone });
  if (formulas === 'escape') query.set('formulas', formulas);
  if (view) query.set('viewId', view.id);
  await downloadOrSay(
    `/v1/bases/${encodeURIComponent(baseId)}/tables/${encodeURIComponent(id)}/export?${query}`,
  );
}

/** Downloads what a form was paid; a refusal is said in a toast. */
export const downloadPayments = (flowId: string, format: Format): Promise<void> =>
  downloadOrSay(`/v1/forms/${encodeURIComponent(flowId)}/payments/export?format=${format}&formulas=escape`);

async function downloadOrSay(path: string): Promise<void> {
  try {
    await download(path);
  } catch (error) {
    toast(errorText(error), { tone: 'error' });
  }
}
