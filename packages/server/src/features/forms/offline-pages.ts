import {
  askPage,
  conditionEnv,
  drawnPages,
  type FormPage,
  type FormQuestion,
  fieldsOf,
  formulaNames,
  isUnseen,
  languagesOf,
  nameKey,
  namesIn,
  nothingPicked,
  pagesOf,
  saidPage,
  saidQuestion,
  withPicked,
} from '@weft/forms';
import { formPage, offlineTexts, wordsOf } from '@weft/public';
import { AppError, isId } from '@weft/std';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serve } from '../../http/serve.ts';
import type { FormsDeps } from './deps.ts';
import { needOfConnection } from './form-gate.ts';
import { formView } from './form-view.ts';
import type { openedPages } from './opened-pages.ts';
import { isMadeUp } from './opened-token.ts';
import { type Opened, pageLanguage } from './page-language.ts';
import { autosaveRate } from './rate-limits.ts';

const withoutAnswers = { faults: new Map(), notice: null, hasAnswers: false };

/**
 * The pages without what is computed unseen, where nothing of them follows from it: a browser that turns pages by it
 * has to compute it.
 */
function withoutUnused(pages: readonly FormPage[], said: readonly FormPage[]): readonly FormPage[] {
  const isUnseenOne = (question: FormQuestion) => question.type === 'calculation' && isUnseen(question);
  if (!pages.some(({ questions }) => questions.some(isUnseenOne))) return pages;
  const texts = JSON.stringify([pages, said]);
  const named = new Set([
    ...namesIn(texts).map(nameKey),
    ...pages.flatMap(({ questions }) => questions.flatMap(formulaNames)),
  ]);
  const isUsed = ({ id, label }: FormQuestion) =>
    named.has(nameKey(label)) ||
    named.has(nameKey(JSON.stringify(label).slice(1, -1))) ||
    texts.includes(`"fieldId":"${id}"`);
  return pages.map((page) => ({
    ...page,
    questions: page.questions.filter((question) => !isUnseenOne(question) || isUsed(question)),
  }));
}

/** The pages of a form for a browser that loses its connection: as everybody gets them, without an answer. */
export function mountOfflinePages(
  app: FastifyInstance,
  deps: Pick<FormsDeps, 'newId' | 'now' | 'formKeys' | 'unfinishedAnswers' | 'quizAttempts'>,
  {
    open,
    begun,
  }: Pick<ReturnType<typeof openedPages>, 'begun'> & {
    readonly open: (publicIdentifier: string, request: FastifyRequest) => Promise<Opened>;
  },
): void {
  serve(
    app,
    'GET /t/:publicIdentifier/pages',
    async ({ request, reply, path, query }) => {
      const published = await open(path.publicIdentifier, request);
      const need = needOfConnection(published);
      if (need !== null)
        throw new AppError('forbidden', `This form is answered with a connection alone, for ${need}`);
      const { submission = '', token = '' } = query();
      const isOwn = isId('sub', submission) && !(await isMadeUp(deps, published, { id: submission, token }));
      const id = isOwn ? submission : deps.newId('sub');
      // Records are looked up by the server alone: without it a picker offers none, and tells nothing of its table.
      const pages = withPicked(drawnPages(published.content, pagesOf(published.content), id), nothingPicked);
      const fields = fieldsOf(pages.flatMap(({ questions }) => questions));
      const now = new Date(deps.now()).toISOString();
      const env = conditionEnv(fields, now);
      const steps = pages
        .filter(({ kind }) => kind !== 'ending')
        .map((page) => {
          const { defaults } = askPage(page.questions, new Map(), () => [], env);
          return { page, shown: page.questions, answers: new Map(), faults: new Map(), defaults };
        });
      const walked = { steps, answers: new Map(), end: { kind: 'faults' as const }, now };
      const frame = { ...begun(published, id), fileOf: () => null };
      // How many a choice takes, what an ending says, and whatever else is its maker's affair, is not told.
      const shown = pages.map((page) => ({
        ...page,
        ...(page.kind === 'ending' && { title: '', text: '', redirect: null }),
        questions: (page.kind === 'ending' ? [] : page.questions).map((question) => ({
          ...question,
          choices: question.choices.map(({ capacity: _, ...choice }) => choice),
        })),
      }));
      const isMain = pageLanguage(published).language === languagesOf(published.content).main;
      const translated = (of: readonly FormPage[]) =>
        of.map((page) => ({
          ...saidPage(page, frame.wording),
          questions: page.questions.map((question) => saidQuestion(question, frame.wording)),
        }));
      const told = withoutUnused(shown, isMain ? [] : translated(shown));
      const words = wordsOf(frame.files);
      void reply.header('cache-control', 'no-store');
      return {
        pages: told.map((page) => ({ ...page })),
        // Pages are turned by how the form is written, and shown as it is translated.
        ...(!isMain && { said: translated(told) }),
        words: { ...offlineTexts(words) },
        html: Object.fromEntries(
          steps.map((step) => [
            step.page.id,
            // Names of questions stay where the browser puts answers.
            formPage({ ...formView(frame, pages, walked, step, [], withoutAnswers), pipe: (text) => text }),
          ]),
        ),
      };
    },
    { config: { rateLimit: autosaveRate } },
  );
}
