import type { Published, UnfinishedAnswer } from '@weft/db';
import { questionsOf, unknownFields } from '@weft/forms';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rememberAnswer } from './answer-in-progress.ts';
import type { FormsDeps } from './deps.ts';
import { verifiedAddress } from './form-gate.ts';
import { keptSent } from './quiz-taking.ts';
import { withVerified } from './verified-address.ts';

/** Keeps what there is of an answer by now, for the browser that it came from. */
export const unfinishedKeeper =
  (deps: FormsDeps) =>
  async (
    published: Published,
    { id, pageId, sent }: Pick<UnfinishedAnswer, 'id' | 'pageId' | 'sent'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> => {
    const { flowId, snapshotId, content } = published;
    const unknown = new Set(unknownFields(questionsOf(content), sent));
    const counted = await keptSent(deps, published, { id, sent });
    if (counted === null) return false;
    const known = withVerified(
      flowId,
      counted.filter(([name]) => !unknown.has(name)),
      verifiedAddress(deps, request, published),
    );
    const isKept = await deps.unfinishedAnswers.keep(flowId, { id, snapshotId, pageId, sent: known });
    if (isKept) rememberAnswer(reply, { flowId, https: deps.https }, id);
    return isKept;
  };
