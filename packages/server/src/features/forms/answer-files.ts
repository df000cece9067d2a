import type { MultipartFile } from '@fastify/multipart';
import { type Attachment, attachmentPath } from '@weft/core';
import type { Published, StoredFile } from '@weft/db';
import {
  type FilesOf,
  type FormQuestion,
  fileFault,
  maxFileMegabytes,
  questionsOf,
  questionType,
  type Sent,
} from '@weft/forms';
import { AppError, invalid, isId, notFound } from '@weft/std';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { receivePart } from '../../files/multipart-file.ts';
import { serveUpload } from '../../files/serve-upload.ts';
import { networkOf } from '../../http/network.ts';
import type { FormsDeps } from './deps.ts';

type Deps = Pick<FormsDeps, 'files' | 'fileStore' | 'newId' | 'log'>;

/** Bytes of the largest file of an answer. */
export const maxAnswerFileBytes = maxFileMegabytes * 1024 * 1024;
/** Files that come with a page that is sent without a script. */
const maxFilesAtOnce = 20;
/** Files a minute and network address. */
export const answerFilesPerMinute = 60;

/** A file as a cell holds it; whoever sent it has no account here. */
function itemOf({ id, name, size, mimeType, createdAt }: StoredFile): Attachment {
  const named = { filename: id, originalName: name };
  return { ...named, size, mimeType, url: attachmentPath(named), uploadedAt: createdAt };
}

const rulesOf = (question: FormQuestion) => questionType(question.type).files?.(question);

/** What the form knows of the files that an answer names. Asks the database only where it names any. */
export async function sentFiles(
  { files }: Pick<Deps, 'files'>,
  { flowId, content }: Pick<Published, 'flowId' | 'content'>,
  sent: Sent,
): Promise<FilesOf> {
  const taking = new Set(questionsOf(content).flatMap((one) => (rulesOf(one) === undefined ? [] : [one.id])));
  const ids = sent.flatMap(([name, text]) =>
    taking.has(name) && isId('fil', text.trim()) ? [text.trim()] : [],
  );
  if (ids.length === 0) return () => null;
  const known = new Map(
    (await files.sentToForm(flowId, [...new Set(ids)])).map((file) => [file.id, itemOf(file)]),
  );
  return (id) => known.get(id) ?? null;
}

/** The question that takes files under an id. */
function takingQuestion({ content }: Pick<Published, 'content'>, id: string) {
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
  limits: Pick<Parameters<typeof receivePart>[3], 'maxBytes' | 'check'>,
): Promise<StoredFile> =>
  receivePart(deps, request, part, {
    // It counts for the owner of the form, who can delete answers.
    ...{ organizationId, userId: ownerUserId, purpose: 'answer', flowId },
    ...limits,
  });

/** What a page sent without a script holds: texts, and files that are kept now. */
interface SentPage {
  readonly texts: Sent;
  /** What is to be said of a file that was not taken; null: nothing. */
  readonly refused: string | null;
}

/** Reads a page that came as `multipart/form-data`: its texts are bounded together as those of any page. */
export async function readPageWithFiles(
  deps: Deps,
  request: FastifyRequest,
  published: Published,
  { maxBytes, maxParts }: { readonly maxBytes: number; readonly maxParts: number },
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
      takingQuestion(published, part.fieldname);
      try {
        const { id } = await receive(deps, request, part, published, { maxBytes: maxAnswerFileBytes });
        texts.push([part.fieldname, id]);
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'limit') throw error;
        // What is left of it goes by, so that the rest of the page is read.
        part.file.resume();
        refused = part.file.truncated
          ? `‘${part.filename}’ is too large: choose a file of at most ${maxFileMegabytes} MB. Everything else is kept.`
          : error.message;
      }
    } else part.file.resume();
  }
  return { texts, refused };
}

/** Uploads of files to published forms, one by one, before the answer they are for is sent. */
export function mountAnswerFiles(
  app: FastifyInstance,
  deps: Deps,
  open: (publicIdentifier: string, request: FastifyRequest) => Promise<Published>,
): void {
  const rateLimit = {
    max: answerFilesPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request: FastifyRequest) => networkOf(request.ip),
  };
  serveUpload(
    app,
    'POST /t/:publicIdentifier/files/:questionId',
    maxAnswerFileBytes,
    async ({ request, path: { publicIdentifier, questionId }, file }) => {
      const published = await open(publicIdentifier, request);
      const rules = takingQuestion(published, questionId);
      const check = (mimeType: string) => {
        const fault = fileFault({ mimeType, size: 1 }, rules);
        if (fault !== null) throw invalid('file', fault);
      };
      const maxBytes = rules.megabytes * 1024 * 1024;
      const { id, name, size, mimeType } = await receive(deps, request, await file(), published, {
        maxBytes,
        check,
      });
      return { id, name, size, mimeType };
    },
    { rateLimit },
  );
}
