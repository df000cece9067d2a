import { addWaitingSessions, type FormSession, maxWaiting, type Sql } from '@weft/db';
import { isId } from '@weft/std';
import { z } from 'zod';
import type { ArchivesDeps } from './deps.ts';
import { refused } from './read-zip.ts';

/** Characters of a text that was sent, and texts of one answer: more than a form takes. */
const [longestText, mostTexts] = [300_000, 2_500];

const storable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const waitingLine = z.strictObject({
  submissionId: z.string().refine((id) => isId('sub', id)),
  /** The published version that was answered; it is not exported. */
  version: z.string().refine((id) => isId('snp', id)),
  /** What was full: `form`, and the ids of choices. */
  waitsFor: z.array(z.string().max(40)).max(500),
  sent: z
    .array(z.tuple([z.string().max(64).refine(storable), z.string().max(longestText).refine(storable)]))
    .max(mostTexts),
  startedAt: z.iso.datetime(),
  submittedAt: z.iso.datetime(),
});
type WaitingLine = z.infer<typeof waitingLine>;

/** The answers that wait for a place in a form as lines of JSON; the files that they name are added to `held`. */
export async function* linesOfWaiting(
  { formSessions }: Pick<ArchivesDeps, 'formSessions'>,
  flowId: string,
  held: Set<string>,
): AsyncGenerator<Uint8Array> {
  for (const session of await formSessions.list(flowId, 'waiting', maxWaiting)) {
    const { id, snapshotId, sent, reasons, startedAt, updatedAt } = session;
    for (const [, text] of sent ?? []) if (isId('fil', text)) held.add(text);
    const line = {
      ...{ submissionId: id, version: snapshotId, waitsFor: reasons, sent: sent ?? [] },
      ...{ startedAt, submittedAt: updatedAt },
    };
    yield Buffer.from(`${JSON.stringify(line)}\n`);
  }
}

/** Has the answers that such lines list wait for a place in a new form; `renamed`: its ids, by those they had. */
export async function writeWaiting(
  tx: Sql,
  flowId: string,
  lines: AsyncIterable<string>,
  renamed: ReadonlyMap<string, string>,
): Promise<void> {
  const sessions: Pick<FormSession, 'id' | 'snapshotId' | 'sent' | 'reasons' | 'startedAt' | 'updatedAt'>[] =
    [];
  const ofForm = (id: string): string => renamed.get(id) ?? id;
  for await (const line of lines) {
    const { submissionId: id, version: snapshotId, waitsFor, submittedAt: updatedAt, ...others } = read(line);
    const sent = others.sent.map(([name, text]) => [ofForm(name), ofForm(text)] as const);
    sessions.push({ id, snapshotId, updatedAt, startedAt: others.startedAt, sent, reasons: waitsFor });
    if (sessions.length > maxWaiting) throw refused('more answers wait in it than a form takes');
  }
  await addWaitingSessions(tx, flowId, sessions);
}

function read(line: string): WaitingLine {
  try {
    return waitingLine.parse(JSON.parse(line));
  } catch {
    throw refused('an answer that waits in it is not valid');
  }
}
