import { addFinishedSessions, countMissingAnswers, type FormSession, type Sql } from '@weft/db';
import { isId } from '@weft/std';
import { z } from 'zod';
import type { ArchivesDeps } from './deps.ts';
import { refused } from './read-zip.ts';

/** Submissions read or written at a time. */
const chunk = 1_000;

const submissionLine = z.strictObject({
  submissionId: z.string().refine((id) => isId('sub', id)),
  /** The published version that was answered; it is not exported. */
  version: z.string().refine((id) => isId('snp', id)),
  recordId: z
    .string()
    .refine((id) => isId('rec', id))
    .nullable(),
  startedAt: z.iso.datetime(),
  submittedAt: z.iso.datetime(),
  /** When somebody saw it; null: nobody has. Archives of before do not tell, and count as seen. */
  readAt: z.iso.datetime().nullish(),
  /** What a quiz came to. */
  points: z.int().nullish(),
  mostPoints: z.int().nullish(),
  passed: z.boolean().nullish(),
});
type SubmissionLine = z.infer<typeof submissionLine>;

/** The finished answers to a form as lines of JSON, the newest first, without those that were deleted. */
export async function* linesOfSubmissions(
  { formSessions }: Pick<ArchivesDeps, 'formSessions'>,
  flowId: string,
): AsyncGenerator<Uint8Array> {
  let after: FormSession | null = null;
  do {
    const page: readonly FormSession[] = await formSessions.list(flowId, 'finished', chunk, after);
    // The record of a deleted one is not exported.
    const present = page.filter(({ isDeleted }) => isDeleted !== true);
    const lines = present.map(
      ({ id, snapshotId, recordId, startedAt, updatedAt, readAt, points, most, passed }) => {
        const line: SubmissionLine = {
          ...{ submissionId: id, version: snapshotId, recordId, startedAt, submittedAt: updatedAt },
          ...{
            readAt: readAt ?? null,
            points: points ?? null,
            mostPoints: most ?? null,
            passed: passed ?? null,
          },
        };
        return `${JSON.stringify(line)}\n`;
      },
    );
    if (lines.length > 0) yield Buffer.from(lines.join(''));
    after = page.length < chunk ? null : (page.at(-1) ?? null);
  } while (after !== null);
}

/** Gives a new form the answers that such lines list; their records are there already. */
export async function writeSubmissions(tx: Sql, flowId: string, lines: AsyncIterable<string>): Promise<void> {
  let batch: Parameters<typeof addFinishedSessions>[2][number][] = [];
  const flush = async () => {
    await addFinishedSessions(tx, flowId, batch);
    batch = [];
  };
  for await (const line of lines) {
    const {
      submissionId: id,
      version: snapshotId,
      submittedAt: updatedAt,
      readAt,
      points,
      mostPoints: most,
      passed,
      ...others
    } = read(line);
    batch.push({
      id,
      snapshotId,
      updatedAt,
      ...others,
      points: points ?? null,
      most: most ?? null,
      passed: passed ?? null,
      readAt: readAt === undefined ? updatedAt : readAt,
    });
    if (batch.length >= chunk) await flush();
  }
  if (batch.length > 0) await flush();
  await countMissingAnswers(tx, flowId);
}

function read(line: string): SubmissionLine {
  try {
    return submissionLine.parse(JSON.parse(line));
  } catch {
    throw refused('an answer in it is not valid');
  }
}
