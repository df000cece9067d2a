import type { UnfinishedAnswer } from '@weft/db';
import { answerLanguage, questionsOf, unknownFields } from '@weft/forms';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileIdsIn } from './answer-files.ts';
import { rememberAnswer } from './answer-in-progress.ts';
import type { FormsDeps } from './deps.ts';
import { verifiedAddress } from './form-gate.ts';
import { withFacts } from './kept-facts.ts';
import type { Opened } from './page-language.ts';
import { keptSent } from './quiz-taking.ts';

interface Begun extends Pick<UnfinishedAnswer, 'id' | 'pageId' | 'sent'> {
  /** When its first page was opened; null: nobody knows, so that it goes on with what is kept and begins nothing. */
  readonly openedAt: number | null;
}

/** Keeps what there is of an answer by now, for the browser that it came from. */
export const unfinishedKeeper =
  (deps: FormsDeps) =>
  async (
    published: Opened,
    { id, pageId, sent, openedAt }: Begun,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> => {
    const { flowId, snapshotId, content } = published;
    const unknown = new Set(unknownFields(questionsOf(content), sent));
    const counted = await keptSent(deps, published, { id, sent });
    if (counted === null) return false;
    const known = withFacts(
      flowId,
      counted.filter(([name]) => !unknown.has(name)),
      {
        verified: verifiedAddress(deps, request, published),
        language: answerLanguage(content, published.language),
      },
    );
    const unfinished = { id, snapshotId, pageId, sent: known };
    const isKept = await deps.unfinishedAnswers.keep(flowId, unfinished, openedAt !== null);
    if (isKept) await deps.files.keepBegun(flowId, fileIdsIn(published, known));
    if (isKept) rememberAnswer(reply, { flowId, https: deps.https }, id);
    return isKept;
  };
