import type { Attachment } from '@weft/core';
import { titleOf } from '@weft/forms';
import { z } from 'zod';
import { JobFault } from '../../jobs/job-kind.ts';
import { addressLimit, mailKind, type PreparedMail, type WantedFile } from '../../mail/mailer.ts';
import type { MailFile } from '../../mail/smtp.ts';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';

const keptKind = 'form-kept-pdf';
const kept = z.object({
  ...{ flowId: z.string(), tableId: z.string(), recordId: z.string() },
  ...{ fieldId: z.string(), name: z.string() },
});
/** Where a PDF is kept, and what it is called there: made once more, it is another file of the same name. */
type Kept = z.infer<typeof kept>;

export const isKeptPdf = ({ kind }: WantedFile): boolean => kind === keptKind;

/** Reads a PDF that is kept with an answer, for a mail; a mail whose PDF was deleted is not sent. */
export async function readKeptPdf(
  { base, fileStore }: Pick<FormsDeps, 'base' | 'fileStore'>,
  { of }: WantedFile,
): Promise<MailFile> {
  const { flowId, tableId, recordId, fieldId, name } = kept.parse(of);
  const [record] = await base(flowId).get(tableId, [recordId]);
  const files = (record?.data[fieldId] ?? []) as readonly Attachment[];
  const file = files.find(({ originalName }) => originalName === name);
  const opened = file === undefined ? null : await fileStore.open(file.filename);
  if (opened === null) throw new JobFault(`${name} is not kept with the answer any more`, null);
  const chunks: Uint8Array[] = [];
  for await (const chunk of opened.content) chunks.push(chunk as Uint8Array);
  return { name, type: 'application/pdf', bytes: new Uint8Array(Buffer.concat(chunks)) };
}

/** A mail with a PDF, once for each answer and integration. */
export interface PdfMail {
  readonly prepared: PreparedMail;
  /** What became of it, after the commit. */
  readonly said: () => Promise<string>;
}

/** The mail that brings somebody the PDF which is kept there; its text quotes nothing that was answered. */
export async function pdfMail(
  deps: Pick<FormsDeps, 'baseUrl' | 'deliveries' | 'documents' | 'mailer'>,
  to: string,
  of: Kept,
  { submissionId, snapshotId, integration }: Record<'submissionId' | 'snapshotId' | 'integration', string>,
): Promise<PdfMail> {
  const version = await deps.documents.snapshot(of.flowId, snapshotId);
  const title = version === null ? '' : titleOf(readForm(version.content)).replace(/\s+/g, ' ').trim();
  const form = title === '' ? 'a form' : `“${title}”`;
  const key = `${of.flowId} ${submissionId} pdf ${integration}`;
  const text = `A PDF was made of an answer to ${form} at ${new URL(deps.baseUrl()).host}.\n`;
  const prepared = await deps.mailer.prepare(
    { to, subject: title === '' ? 'Your PDF' : `PDF: ${title}`, text },
    { key, limit: addressLimit, files: [{ kind: keptKind, of }] },
  );
  const said = async () => {
    if (prepared.isWritten())
      return deps.mailer.sends
        ? `It is mailed to ${to}`
        : 'This server sends no mail: it waits in the outbox';
    const [before] = await deps.deliveries.ofAnswer([mailKind], key, 1);
    return before === undefined
      ? `It was not mailed: ${to} got ${addressLimit.most} of these mails within an hour. Send this once more later`
      : `It was mailed to ${before.target} before, and is not mailed again`;
  };
  return { prepared, said };
}
