import type { MultipartFile } from '@fastify/multipart';
import { type Attachment, attachmentPath } from '@weft/core';
import type { Published, StoredFile } from '@weft/db';
import {
  type FileRules,
  type FilesOf,
  type FormQuestion,
  fileFault,
  maxFileMegabytes,
  questionsOf,
  questionType,
  type Sent,
  tooManyFiles,
} from '@weft/forms';
import { AppError, invalid, isId, notFound } from '@weft/std';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { receivePart } from '../../files/multipart-file.ts';
import { serveUpload } from '../../files/serve-upload.ts';
import type { FormsDeps } from './deps.ts';
import type { CountTry } from './rate-limits.ts';
import { begunIn, type VersionDeps, versionBegun } from './version-begun.ts';

type Deps = Pick<FormsDeps, 'files' | 'fileStore' | 'newId' | 'log'> & VersionDeps;

/** Bytes of the largest file of an answer. */
export const maxAnswerFileBytes = maxFileMegabytes * 1024 * 1024;
/** Files that come with a page that is sent without a script. */
const maxFilesAtOnce = 20;

/** A file as a cell holds it; whoever sent it has no account here. */
function itemOf({ id, name, size, mimeType, createdAt }: StoredFile): Attachment {
  const named = { filename: id, originalName: name };
  return { ...named, size, mimeType, url: attachmentPath(named), uploadedAt: createdAt };
}

const bytesOf = ({ megabytes }: FileRules): number => megabytes * 1024 * 1024;

const rulesOf = (question: FormQuestion) => questionType(question.type).files?.(question);

type FindFiles = (ids: readonly string[]) => Promise<readonly StoredFile[]>;

/** The ids of the files that an answer names. */
export function fileIdsIn({ content }: Pick<Published, 'content'>, sent: Sent): readonly string[] {
  const taking = new Set(questionsOf(content).flatMap((one) => (rulesOf(one) === undefined ? [] : [one.id])));
  const ids = sent.flatMap(([name, text]) =>
    taking.has(name) && isId('fil', text.trim()) ? [text.trim()] : [],
  );
  return [...new Set(ids)];
}

async function filesNamed(
  published: Pick<Published, 'content'>,
  sent: Sent,
  find: FindFiles,
): Promise<FilesOf> {
  const ids = fileIdsIn(published, sent);
  if (ids.length === 0) return () => null;
  const known = new Map((await find(ids)).map((file) => [file.id, itemOf(file)]));
  return (id) => known.get(id) ?? null;
}

type OfForm = Pick<Published, 'flowId' | 'content'>;

/** What the form knows of the files that an answer names. Asks the database only where it names any. */
export const sentFiles = ({ files }: Pick<Deps, 'files'>, published: OfForm, sent: Sent): Promise<FilesOf> =>
  filesNamed(published, sent, (ids) => files.sentToForm(published.flowId, ids));

/** The files of an answer that is no record yet: they are its own already. */
export const waitingFiles = (
  { files }: Pick<Deps, 'files'>,
  published: OfForm,
  sent: Sent,
): Promise<FilesOf> => filesNamed(published, sent, (ids) => files.attachmentsOf(published.flowId, ids));

/** The question that takes files under an id, of the version that somebody began to answer; `partOf`: what their page carries. */
async function takingQuestion(
  deps: VersionDeps,
  published: Published,
  partOf: (name: string) => string | undefined,
  id: string,
) {
  const { content } = await versionBegun(deps, published, begunIn(partOf));
  const question = questionsOf(content).find((one) => one.id === id);
  const rules = question && rulesOf(question);
  if (rules === undefined) throw notFound('This form takes no files there');
  return rules;
}

const receive = (
  deps: Deps,
  request: FastifyRequest,
  part: MultipartFile,
  { organizationId, ownerUserId, flowId }: Published,
  rules: FileRules,
): Promise<StoredFile> =>
  receivePart(deps, request, part, {
    // It counts for the owner of the form, who can delete answers.
    ...{ organizationId, userId: ownerUserId, purpose: 'answer', flowId },
    maxBytes: bytesOf(rules),
    check: (mimeType) => {
      const fault = fileFault({ mimeType, size: 1 }, rules);
      if (fault !== null) throw invalid('file', fault);
    },
  });

/** What is said of a file beside the page, of which the rest is kept. */
const refusals: ReadonlySet<string> = new Set(['limit', 'invalid', 'rate-limit']);

/** What a page sent without a script holds: texts, and files that are kept now. */
interface SentPage {
  readonly texts: Sent;
  /** What is to be said of a file that was not taken; null: nothing. */
  readonly refused: string | null;
}

/**
 * Reads a page that came as `multipart/form-data`: its texts are bounded together as those of any page. `admit` is asked
 * before each of its files is kept, and throws where none is taken.
 */
export async function readPageWithFiles(
  deps: Deps,
  request: FastifyRequest,
  published: Published,
  { maxBytes, maxParts }: { readonly maxBytes: number; readonly maxParts: number },
  admit: () => Promise<void>,
): Promise<SentPage> {
  const texts: (readonly [string, string])[] = [];
  let bytes = 0;
  let refused: string | null = null;
  const limits = {
    fields: maxParts,
    files: maxFilesAtOnce,
    fieldSize: maxBytes,
    fileSize: maxAnswerFileBytes,
  };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      const text = String(part.value);
      bytes += part.fieldname.length + Buffer.byteLength(text);
      if (bytes > maxBytes) throw new AppError('limit', 'This answer is too large');
      texts.push([part.fieldname, text]);
    } else if (part.filename) {
      // A page says what it is before its files.
      const partOf = (name: string) => texts.find(([key]) => key === name)?.[1];
      const rules = await takingQuestion(deps, published, partOf, part.fieldname);
      try {
        if (texts.filter(([name]) => name === part.fieldname).length >= rules.most)
          throw invalid('file', tooManyFiles(rules.most));
        await admit();
        const { id } = await receive(deps, request, part, published, rules);
        texts.push([part.fieldname, id]);
      } catch (error) {
        if (!(error instanceof AppError) || !refusals.has(error.kind)) throw error;
        // What is left of it goes by, so that the rest of the page is read.
        part.file.resume();
        refused =
          part.file.truncated || part.file.bytesRead > bytesOf(rules)
            ? `‘${part.filename}’ is too large: choose a file of at most ${rules.megabytes} MB. Everything else is kept.`
            : `‘${part.filename}’: ${error.message}`;
      }
    } else part.file.resume();
  }
  return { texts, refused };
}

/** A text that came before a file. */
function textBefore({ fields }: MultipartFile, name: string): string | undefined {
  const field = fields[name];
  return field !== undefined && 'value' in field && typeof field.value === 'string' ? field.value : undefined;
}

/** Uploads of files to published forms, one by one, before the answer they are for is sent. */
export function mountAnswerFiles(
  app: FastifyInstance,
  deps: Deps,
  open: (publicIdentifier: string, request: FastifyRequest) => Promise<Published>,
  countFile: CountTry,
): void {
  serveUpload(
    app,
    'POST /t/:publicIdentifier/files/:questionId',
    maxAnswerFileBytes,
    async ({ request, reply, path: { publicIdentifier, questionId }, file }) => {
      await countFile(request, reply);
      const published = await open(publicIdentifier, request);
      const part = await file();
      const rules = await takingQuestion(deps, published, (name) => textBefore(part, name), questionId);
      const { id, name, size, mimeType } = await receive(deps, request, part, published, rules);
      return { id, name, size, mimeType };
    },
  );
}
