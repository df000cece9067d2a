import type { Published } from '@weft/db';
import type { Content } from '@weft/documents';
import { pageName, pagesOf, titleOf, type Walk } from '@weft/forms';
import { closedPage, formPage, type PageFiles } from '@weft/public';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { requireCaller } from '../../http/request-caller.ts';
import { serveReply } from '../../http/serve.ts';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';
import { formView } from './form-view.ts';
import { loadForm, present } from './load-form.ts';

interface Pages {
  readonly files: PageFiles;
  /** With the style sheet of the form's theme. */
  readonly filesFor: (content: Content) => PageFiles;
  readonly answer: (
    reply: FastifyReply,
    status: number,
    page: string,
    shown: Pick<Published, 'content' | 'settings'> | undefined,
  ) => FastifyReply;
}

/** The draft of a form, for those who make it. */
export function mountPreview(
  app: FastifyInstance,
  deps: FormsDeps,
  { files, filesFor, answer }: Pages,
): void {
  serveReply(app, 'GET /v1/forms/:flowId/preview', async ({ request, reply, path: { flowId } }) => {
    await loadForm({ deps, caller: requireCaller(request) }, flowId, 'open');
    const content = readForm(present(await deps.documents.draft(flowId)).content);
    const pages = pagesOf(content);
    const wanted = new URL(request.url, 'http://form').searchParams.get('page');
    const shown = pages.find(({ id }) => id === wanted) ?? pages[0];
    if (shown === undefined) return answer(reply, 404, closedPage(files), undefined);
    const frame = {
      ...{
        files: filesFor(content),
        title: titleOf(content),
        action: '',
        offersLink: false,
        submissionId: '',
        snapshotId: '',
        token: '',
      },
      fileOf: () => null,
      imageAddress: (fileId: string) => `/files/${fileId}/image`,
    };
    const preview = pages.map((page) => ({
      name: pageName(pages, page).replace(/^‘(.*)’$/, '$1'),
      address: `?page=${page.id}`,
      isShown: page === shown,
    }));
    // Whatever leads to it: here nobody has answered anything.
    const step = { page: shown, shown: shown.questions, answers: new Map(), faults: new Map() };
    const walked: Walk = { steps: [step], answers: new Map(), end: { kind: 'faults' } };
    const view = formView({ ...frame, preview }, pages, walked, step, []);
    // Names of questions stay where answers would stand.
    return answer(reply, 200, formPage({ ...view, pipe: (text) => text }), { content, settings: {} });
  });
}
