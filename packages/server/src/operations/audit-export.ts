import { Readable } from 'node:stream';
import { csvLine, withoutFormula } from '@weft/imports';
import type { AuditLog } from '../audit/audit-log.ts';

/** Entries read at a time. */
const chunk = 1_000;

async function* linesOf(audit: AuditLog, organizationId: string): AsyncGenerator<string> {
  // The mark tells spreadsheets that the text is UTF-8.
  yield `\ufeff${csvLine(['Moment', 'Person', 'Action', 'Details', 'Address'])}`;
  let after: string | null = null;
  for (;;) {
    const entries = await audit.list(organizationId, after, chunk);
    let text = '';
    for (const { at, person, action, details, ip } of entries)
      text += csvLine(
        [at, person?.name ?? '', action, JSON.stringify(details), ip ?? ''].map(withoutFormula),
      );
    if (text !== '') yield text;
    after = entries.at(-1)?.id ?? null;
    if (entries.length < chunk) return;
  }
}

/** The audit log of an organization as CSV, read while it is sent. */
export const auditCsv = (audit: AuditLog, organizationId: string): Readable =>
  Readable.from(linesOf(audit, organizationId));
