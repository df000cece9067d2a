import { buffer } from 'node:stream/consumers';
import type { FormSession, Published } from '@weft/db';
import type { Content } from '@weft/documents';
import {
  type Certificate,
  type CertificateName,
  certificateOf,
  isEarned,
  namedTexts,
  pipeFor,
  questionsOf,
  quizOf,
  titleOf,
} from '@weft/forms';
import { pipingFor } from '@weft/public';
import sharp from 'sharp';
import { type CardContent, writeCard } from '../../pdf/write-card.ts';
import type { PdfFile } from './answer-pdf.ts';
import { idsOf } from './answer-table.ts';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';
import { pdfReaderOf } from './page-language.ts';
import { zoneOfForm } from './zone-of-form.ts';

/** Pixels of a logo's longer side: twice what it is drawn in. */
const logoPixels = 600;

type Deps = Pick<FormsDeps, 'base' | 'documents' | 'files' | 'fileStore' | 'flows'>;

const day = (at: string, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone, calendar: 'gregory' }).format(new Date(at));

/** What its texts can name; a question of such a name comes first. */
export const namedOf = (
  form: Content,
  { points, most, updatedAt }: Pick<FormSession, 'points' | 'most' | 'updatedAt'>,
  timeZone: string,
): { readonly [N in CertificateName]: string } => ({
  Form: titleOf(form),
  Date: day(updatedAt, timeZone, pdfReaderOf(form, null).words.locale),
  Points: String(points ?? 0),
  'Most points': String(most ?? 0),
  'Per cent': String(Math.round((100 * (points ?? 0)) / (most || 1))),
});

/** The texts of a certificate; a line that is nothing but one name stands out. */
function certificateTexts(
  { title, text }: Pick<Certificate, 'title' | 'text'>,
  pipe: (text: string) => string,
): CardContent['texts'] {
  const lines = text.trim().split(/\r\n|\n/);
  return [
    { text: pipe(title), size: 36, hasAccent: true },
    ...lines.map((line, at) => ({
      text: pipe(line),
      size: /^\s*\{\{[^{}]+\}\}\s*$/.test(line) ? 26 : 14,
      gap: at === 0 ? 18 : 2,
    })),
  ];
}

/** The logo as PDFs take it; null: there is none, or no more. */
async function logoOf(
  { files, fileStore }: Pick<Deps, 'files' | 'fileStore'>,
  flowId: string,
  { logo }: Pick<Certificate, 'logo'>,
): Promise<Uint8Array | null> {
  const [file] = logo === null ? [] : await files.attachmentsOf(flowId, [logo.fileId]);
  const opened = file === undefined ? null : await fileStore.open(file.id);
  if (opened === null) return null;
  return sharp(await buffer(opened.content))
    .resize(logoPixels, logoPixels, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
}

/**
 * The certificate of an answer to a quiz, by the version that was answered and what its record holds; null: there is none
 * for it.
 */
export async function certificatePdf(
  deps: Deps,
  flowId: string,
  session: FormSession | null,
): Promise<PdfFile | null> {
  if (session?.state !== 'finished' || session.recordId === null || !isEarned(session)) return null;
  const snapshot = await deps.documents.snapshot(flowId, session.snapshotId);
  if (snapshot === null) return null;
  const form = readForm(snapshot.content);
  const certificate = certificateOf(form);
  if (certificate === null) return null;
  const [record] = await deps.base(flowId).get(idsOf(flowId).tableId, [session.recordId]);
  if (record === undefined) return null;
  // Its texts are in the language that the form is written in.
  const { words } = pipingFor(pdfReaderOf(form, null));
  const answers = namedTexts(questionsOf(form), new Map(Object.entries(record.data)), { words });
  // The later of two of one name counts.
  const named = [...Object.entries(namedOf(form, session, await zoneOfForm(deps, flowId))), ...answers];
  const bytes = await writeCard({
    title: certificate.title,
    createdAt: session.updatedAt,
    texts: certificateTexts(certificate, pipeFor(named)),
    isAcross: certificate.isAcross,
    accent: certificate.accent,
    logo: await logoOf(deps, flowId, certificate),
  });
  return { name: `${titleOf(form).slice(0, 100)} ${session.updatedAt.slice(0, 10)} certificate.pdf`, bytes };
}

/** Where whoever sent an answer finds its certificate; null: it has none, or its score is not told. */
export async function certificateAddress(
  { formSessions, formKeys }: Pick<FormsDeps, 'formSessions' | 'formKeys'>,
  { flowId, publicIdentifier, content }: Pick<Published, 'flowId' | 'publicIdentifier' | 'content'>,
  submissionId: string,
): Promise<string | null> {
  const quiz = quizOf(content);
  if (quiz === null || quiz.shows === 'nothing' || certificateOf(content) === null) return null;
  const session = await formSessions.find(flowId, submissionId);
  if (session?.state !== 'finished' || !isEarned(session)) return null;
  return `/t/${publicIdentifier}/certificate/${submissionId}.${formKeys.certificateProof(flowId, submissionId)}`;
}
