import type { Published } from '@weft/db';
import type { Content } from '@weft/documents';
import {
  askEnding,
  askPage,
  conditionEnv,
  drawnPages,
  endingByScore,
  type FormPage,
  laidOut,
  pageName,
  pagesOf,
  pipeOf,
  questionsOf,
  questionType,
  quizOf,
  redirectOf,
  type Sent,
  type Step,
  scoreOf,
  turn,
  unknownFields,
  type Walk,
  walk,
} from '@weft/forms';
import {
  closedPage,
  formPage,
  languageParameter,
  type PageFiles,
  pipingFor,
  triedPage,
  wordsOf,
} from '@weft/public';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireCaller } from '../../http/request-caller.ts';
import { serveReply } from '../../http/serve.ts';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';
import { hasMore } from './form-notices.ts';
import { endingView, formView, resultView } from './form-view.ts';
import { loadForm, present } from './load-form.ts';
import { chosenLanguage, pageLanguage, type Shown, wordingFor } from './page-language.ts';
import { answerBody, readSent, textsIn } from './read-sent.ts';

interface Pages {
  readonly files: PageFiles;
  /** With the form's own look. */
  readonly filesFor: (shown: Shown, imageAddress: (fileId: string) => string) => PageFiles;
  readonly answer: (
    reply: FastifyReply,
    status: number,
    page: string,
    shown: Pick<Published, 'content' | 'settings'> | undefined,
  ) => FastifyReply;
}

const bareName = (pages: readonly FormPage[], page: FormPage): string =>
  pageName(pages, page).replace(/^‘(.*)’$/, '$1');

/** Files and records are taken for published forms alone: here no question insists on one. */
const withoutFiles = (pages: readonly FormPage[]): readonly FormPage[] =>
  pages.map((page) => ({
    ...page,
    questions: page.questions.map((question) =>
      questionType(question.type).files === undefined && questionType(question.type).picksRecords !== true
        ? question
        : { ...question, required: false, requiredWhen: null },
    ),
  }));

/** Where the images of a draft are, for those who may see it. */
const draftImage = (fileId: string): string => `/files/${fileId}/image`;

/** The language that a preview is asked for in. */
const languageOf = (request: FastifyRequest, content: Content): string =>
  chosenLanguage(request, content) ?? pageLanguage({ content }).language;

/** The draft of a form, for those who make it: seen, and tried out. */
export function mountPreview(
  app: FastifyInstance,
  deps: FormsDeps,
  { files, filesFor, answer }: Pages,
): void {
  const draftOf = async (request: FastifyRequest, flowId: string): Promise<Content> => {
    await loadForm({ deps, caller: requireCaller(request) }, flowId, 'open');
    return readForm(present(await deps.documents.draft(flowId)).content);
  };

  /** A page of the draft, sent to the address it was opened by. */
  const pageOf = (
    content: Content,
    submissionId: string,
    walked: Walk,
    step: Step,
    sent: Sent,
    said: { readonly faults: Step['faults']; readonly notice: string | null },
    language: string,
  ) => {
    const pages = pagesOf(content);
    const shown = { content, language };
    const wording = wordingFor(shown);
    const frame = {
      ...{
        files: filesFor(shown, draftImage),
        title: wording.title,
        wording,
        action: '',
        offersLink: false,
        asksWork: false,
        connectionNeed: null,
        captcha: null,
      },
      ...{ submissionId, snapshotId: '', token: '', fileOf: () => null },
      imageAddress: draftImage,
      preview: pages.map((page) => ({
        name: bareName(pages, page),
        address: `?${new URLSearchParams({ page: page.id, [languageParameter]: language })}`,
        isShown: page.id === (step.page.partOf ?? step.page.id),
      })),
    };
    return formView(frame, laidOut(content, pages), walked, step, sent, said);
  };

  serveReply(app, 'GET /v1/forms/:flowId/preview', async ({ request, reply, path: { flowId } }) => {
    const content = await draftOf(request, flowId);
    const pages = laidOut(content, pagesOf(content));
    const wanted = new URL(request.url, 'http://form').searchParams.get('page');
    const language = languageOf(request, content);
    const shown = pages.find(({ id }) => id === wanted) ?? pages[0];
    if (shown === undefined) return answer(reply, 404, closedPage(files), undefined);
    // Whatever leads to it: here nobody has answered anything.
    const now = new Date(deps.now()).toISOString();
    const env = conditionEnv([], now);
    const { defaults } = askPage(shown.questions, new Map(), () => [], env);
    const step = { page: shown, shown: shown.questions, answers: new Map(), faults: new Map(), defaults };
    const walked: Walk = { steps: [step], answers: new Map(), end: { kind: 'faults' }, now };
    const view = pageOf(
      content,
      deps.newId('sub'),
      walked,
      step,
      [],
      { faults: new Map(), notice: null },
      language,
    );
    // Names of questions stay where answers would stand.
    return answer(reply, 200, formPage({ ...view, pipe: (text) => text }), { content, settings: {} });
  });

  serveReply(
    app,
    'POST /v1/forms/:flowId/preview',
    async ({ request, reply, path: { flowId } }) => {
      const content = await draftOf(request, flowId);
      const language = languageOf(request, content);
      const said = { content, language };
      const wording = wordingFor(said);
      const read = readSent(textsIn(request.body));
      // The draft may have changed since the page was opened.
      const unknown = new Set(unknownFields(questionsOf(content), read.sent));
      const sent = read.sent.filter(([name]) => !unknown.has(name));
      const pages = withoutFiles(drawnPages(content, pagesOf(content), read.id));
      const now = new Date(deps.now()).toISOString();
      const walked = walk(pages, sent, now);
      const next = turn(walked, read.move);
      const shown = { content, settings: {} };
      if (next === null) return answer(reply, 404, closedPage(files), undefined);
      if (next.kind === 'show') {
        const told = { faults: next.faults, notice: next.hasMore ? hasMore : null };
        const view = pageOf(content, read.id, walked, next.step, sent, told, language);
        return answer(reply, next.faults.size > 0 ? 400 : 200, formPage(view), shown);
      }
      const quiz = quizOf(content);
      const asked = walked.steps.flatMap((step) => step.shown);
      const score = quiz && scoreOf(content, quiz, asked, walked.answers);
      const ending = score === null ? next.ending : endingByScore(content, pages, next.ending, score);
      const way = [...walked.steps.map(({ page }) => page), ...(ending === null ? [] : [ending])];
      const own = filesFor(said, draftImage);
      const page = triedPage(
        own,
        {
          way: [...way.map((each) => bareName(pages, each)), ...(ending === null ? ['the end'] : [])],
          redirect: redirectOf(
            ending?.redirect ?? null,
            pipeOf(pages, walked.answers, { written: encodeURIComponent }),
          ),
          again: `/v1/forms/${flowId}/preview?${languageParameter}=${language}`,
          ending: ending && endingView(ending, askEnding(pages, ending, walked.answers, now), wording),
          result: resultView(content, score, [], null, wording),
        },
        pipeOf(pages, walked.answers, pipingFor({ wording, words: wordsOf(own) })),
        draftImage,
      );
      return answer(reply, 200, page, shown);
    },
    { bodyLimit: answerBody },
  );
}
