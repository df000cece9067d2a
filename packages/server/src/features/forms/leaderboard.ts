import type { Published } from '@weft/db';
import { answerText, fieldsOf, questionsOf, quizOf } from '@weft/forms';
import type { QuizResult } from '@weft/public';
import { idsOf } from './answer-table.ts';
import type { FormsDeps } from './deps.ts';

const shown = 10;
/** Read beyond those shown, for records that were deleted are left out. */
const read = 50;

/** The best of a quiz as its records are now; null: it has no leaderboard. */
export async function leaderboardOf(
  { base, formSessions }: Pick<FormsDeps, 'base' | 'formSessions'>,
  { flowId, content }: Pick<Published, 'flowId' | 'content'>,
): Promise<QuizResult['leaderboard']> {
  const questionId = quizOf(content)?.leaderboard ?? null;
  const question = questionsOf(content).find(({ id }) => id === questionId);
  if (question === undefined) return null;
  // A full name has a field for each of its parts.
  const fields = fieldsOf([question]);
  const best = await formSessions.best(flowId, read);
  if (best.length === 0) return [];
  const records = await base(flowId).get(
    idsOf(flowId).tableId,
    best.map(({ recordId }) => recordId),
  );
  const byId = new Map(records.map((record) => [record.id, record.data]));
  return best
    .flatMap(({ recordId, points }) => {
      const data = byId.get(recordId);
      if (data === undefined) return [];
      const name = fields.map((field) => answerText(field, data[field.id] ?? null)).join(' ');
      return [{ name: name.trim(), points }];
    })
    .slice(0, shown);
}
