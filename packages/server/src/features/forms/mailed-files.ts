import {
  type MailFile as FormFile,
  fieldsOf,
  isUnseen,
  questionsOf,
  questionType,
  quizOf,
} from '@weft/forms';
import { z } from 'zod';
import type { WantedFile } from '../../mail/mailer.ts';
import type { MailFile } from '../../mail/smtp.ts';
import { type AnswerCopy, answerPdf, type PdfFile } from './answer-pdf.ts';
import { idsOf } from './answer-table.ts';
import { certificatePdf } from './certificate.ts';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';
import { isKeptPdf, readKeptPdf } from './mailed-pdf.ts';
import { isReceipt, mailedReceipt } from './payments/receipt.ts';
import { zoneOfForm } from './zone-of-form.ts';

const answerKind = 'form-answer';
const certificateKind = 'form-certificate';
const stored = z.object({ flowId: z.string(), recordId: z.string(), to: z.enum(['owner', 'respondent']) });
type Of = z.infer<typeof stored>;

/** The files of a mail about an answer, to be written when it is sent. */
export const wantedFiles = (files: readonly FormFile[], of: Of): readonly WantedFile[] =>
  files.map((file) => ({ kind: file === 'answer' ? answerKind : certificateKind, of }));

type Deps = Pick<
  FormsDeps,
  'base' | 'documents' | 'files' | 'fileStore' | 'flows' | 'formSessions' | 'paymentOrders'
>;

/** The answer as whoever sent it knows it: without what its readers add to it, and without a score that is not told. */
async function copyOf(
  { documents, formSessions }: Deps,
  { flowId, recordId }: Of,
): Promise<AnswerCopy | null> {
  const session = await formSessions.ofRecord(flowId, recordId);
  const version = session && (await documents.snapshot(flowId, session.snapshotId));
  if (version === null) return null;
  const form = readForm(version.content);
  const seen = questionsOf(form).filter(
    (question) => questionType(question.type).fromAddress === undefined && !isUnseen(question),
  );
  const tells = (quizOf(form)?.shows ?? 'nothing') !== 'nothing';
  const score = tells ? [idsOf(flowId).scoreId] : [];
  return { form, shown: new Set([...fieldsOf(seen).map(({ id }) => id), ...score]) };
}

async function answerFile(deps: Deps, of: Of): Promise<PdfFile | null> {
  const { flowId, recordId, to } = of;
  const copy = to === 'owner' ? null : await copyOf(deps, of);
  if (to === 'respondent' && copy === null) return null;
  const timeZone = await zoneOfForm(deps, flowId);
  return answerPdf(deps, flowId, recordId, { timeZone, locale: 'en-US' }, copy);
}

/** A certificate is not mailed to whoever is not told what they came to. */
async function certificateFile(deps: Deps, { flowId, recordId, to }: Of): Promise<PdfFile | null> {
  const session = await deps.formSessions.ofRecord(flowId, recordId);
  const version = session && (await deps.documents.snapshot(flowId, session.snapshotId));
  if (version === null) return null;
  const isTold = quizOf(readForm(version.content))?.shows !== 'nothing';
  return to === 'owner' || isTold ? certificatePdf(deps, flowId, session) : null;
}

/** Writes a file that goes with a mail; null: the answer was deleted, or has earned no certificate. */
export async function writeMailedFile(deps: Deps, wanted: WantedFile): Promise<MailFile | null> {
  if (isKeptPdf(wanted)) return readKeptPdf(deps, wanted);
  if (isReceipt(wanted)) return mailedReceipt(deps, wanted);
  const { kind, of } = wanted;
  const about = stored.parse(of);
  const write = kind === answerKind ? answerFile : kind === certificateKind ? certificateFile : null;
  const file = write === null ? null : await write(deps, about);
  return file && { ...file, type: 'application/pdf' };
}
