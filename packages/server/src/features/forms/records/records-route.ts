import type { Published } from '@weft/db';
import { listPickersOf, pickersOf, questionsOf } from '@weft/forms';
import { notFound } from '@weft/std';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serve } from '../../../http/serve.ts';
import { clientGoneSignal } from '../../../rpc/client-gone.ts';
import type { FormsDeps } from '../deps.ts';
import { recordSearchRate } from '../rate-limits.ts';
import { begunIn, versionBegun } from '../version-begun.ts';
import { searchRecords } from './find-records.ts';
import { searchList } from './list-records.ts';
import { openSource } from './open-source.ts';

const isGone = () => notFound('What could be chosen here is gone: tell whoever made this form');

/** Searches of the pickers of published forms, for whoever may answer them. */
export function mountRecords(
  app: FastifyInstance,
  deps: FormsDeps,
  open: (publicIdentifier: string, request: FastifyRequest) => Promise<Published>,
): void {
  serve(
    app,
    'GET /t/:publicIdentifier/records/:questionId',
    async ({ request, reply, path, query }) => {
      const { search: words, ...page } = query();
      const current = await open(path.publicIdentifier, request);
      const begun = begunIn((name) => page[name as keyof typeof page]);
      const published = await versionBegun(deps, current, begun);
      const questions = questionsOf(published.content);
      const listed = listPickersOf(questions).find(({ question }) => question.id === path.questionId);
      if (listed !== undefined) {
        void reply.header('cache-control', 'no-store');
        const found = await searchList(deps, published, listed, words);
        if (found === null) throw isGone();
        return found;
      }
      const picker = pickersOf(questions).find(({ question }) => question.id === path.questionId);
      if (picker === undefined) throw isGone();
      const source = await openSource(deps, published, picker.source);
      if (!source.ok) throw isGone();
      void reply.header('cache-control', 'no-store');
      const search = { search: words, left: clientGoneSignal(reply)() };
      return searchRecords(deps, published, picker.question.id, source.value, search);
    },
    { config: { rateLimit: recordSearchRate } },
  );
}
