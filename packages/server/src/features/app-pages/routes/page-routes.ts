import { appMessage, appPage, blockFragment, lookPart, type PageFiles } from '@weft/public';
import { notFound } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerError } from '../../../http/errors.ts';
import { networkOf } from '../../../http/network.ts';
import { filesOf } from '../../../http/page-files.ts';
import { publicPageHeaders } from '../../../http/security.ts';
import { serveReply } from '../../../http/serve.ts';
import type { AppPagesDeps } from '../deps.ts';
import { type AppVisit, type OpenApp, openApp, sightOf, userOf } from '../open-app.ts';
import { blockView } from '../pages/block-views.ts';
import { freshnessNotice } from '../pages/freshness-notice.ts';
import { openBlock, openPage } from '../pages/open-page.ts';
import type { SentBack } from '../pages/page-context.ts';
import { pageView } from '../pages/page-view.ts';
import { mountSignIn } from '../people/sign-in-routes.ts';
import { appAnswer, filesOfApp } from './app-answer.ts';
import { appSent, codesPerMinute, formLooks, sharedAppRate, wrongCodesPerMinute } from './app-rates.ts';
import { doBlock, fileFields, type Sent } from './do-block.ts';
import { mountDownloads } from './downloads.ts';
import { mountLive } from './live-route.ts';
import { mountPreview } from './preview-route.ts';
import { readTexts, readWithFiles, type SentPage, sentBytes, takeForms } from './read-sent.ts';

/** Published apps: read, searched and filled in by whoever may, with or without a script. */
export function mountAppPages(
  app: FastifyInstance,
  deps: AppPagesDeps,
  read: (path: string) => Buffer | null,
): void {
  const files = filesOf(read, 'app');
  const answer = appAnswer(publicPageHeaders(deps.https), read);
  const filesFor = ({ content, app: shown, at }: OpenApp): PageFiles => filesOfApp(files, content, shown, at);

  const find = async (publicIdentifier: string, request: FastifyRequest): Promise<OpenApp> => {
    const open = await openApp(deps, publicIdentifier, request);
    if (open === null) throw notFound('Nothing is published here');
    return open;
  };

  /** An app as whoever asks sees it. */
  const visit = async (
    publicIdentifier: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<AppVisit> => {
    const open = await find(publicIdentifier, request);
    return { open, sight: sightOf(deps, open, await userOf(deps, open, request), { request, reply }) };
  };

  const nothingHere = (reply: FastifyReply, open: OpenApp | null): FastifyReply =>
    answer(
      reply,
      404,
      appMessage(
        open === null ? files : filesFor(open),
        'Nothing here',
        'This page is not there any more, or it is not for you.',
        open && { label: 'Go to the first page', href: open.at.home },
      ),
    );

  const showPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    publicIdentifier: string,
    { slug, recordId = null }: { readonly slug: string | null; readonly recordId?: string | null },
    again: {
      readonly status: number;
      readonly sentBack: SentBack;
      readonly params: URLSearchParams;
    } | null = null,
  ): Promise<FastifyReply> => {
    const { open, sight } = await visit(publicIdentifier, request, reply);
    const params = again?.params ?? new URL(request.url, 'http://app').searchParams;
    const asked = { slug, recordId, params };
    const opened = await openPage(sight, asked, { at: open.at, sentBack: again?.sentBack ?? null });
    if (opened.is === 'nothing') return nothingHere(reply, open);
    if (opened.is === 'sign-in') {
      const to = slug === null ? '/' : `/${slug}${recordId === null ? '' : `/${recordId}`}`;
      return reply.redirect(`${open.at.aside('sign-in')}?to=${encodeURIComponent(to)}`, 303);
    }
    const notice = freshnessNotice(open.source?.mirror ?? null, deps.now());
    const view = await pageView(opened.context, deps.cursors, { notice });
    return answer(reply, again?.status ?? 200, appPage(filesFor(open), view), { app: open.app });
  };

  /** A block as whoever asks sees it, on a page about `record`. */
  const blockOf = async (
    { open, sight }: AppVisit,
    blockId: string,
    params: URLSearchParams,
  ): Promise<ReturnType<typeof openBlock> extends Promise<infer Found> ? Found : never> =>
    openBlock(sight, blockId, { recordId: params.get('record'), params }, { at: open.at });

  void app.register(async (scope) => {
    await takeForms(scope);
    scope.setErrorHandler((error, request, reply) => {
      const { status, answer: refusal, report } = answerError(error, request.id);
      if (report) deps.log.error({ err: error, reqId: request.id }, 'page of an app failed');
      if (status === 404) return nothingHere(reply, null);
      return answer(
        reply,
        status,
        appMessage(files, 'This did not work', `${refusal.message.replace(/\.$/, '')}.`),
      );
    });
    serveReply(scope, 'GET /a/:publicIdentifier', async ({ request, reply, path }) => {
      const { search } = new URL(request.url, 'http://app');
      return reply.redirect(`/a/${encodeURIComponent(path.publicIdentifier)}/${search}`, 303);
    });
    serveReply(scope, 'GET /a/:publicIdentifier/', ({ request, reply, path }) =>
      showPage(request, reply, path.publicIdentifier, { slug: null }),
    );
    serveReply(scope, 'GET /a/:publicIdentifier/:slug', ({ request, reply, path }) =>
      showPage(request, reply, path.publicIdentifier, path),
    );
    serveReply(scope, 'GET /a/:publicIdentifier/:slug/:recordId', ({ request, reply, path }) =>
      showPage(request, reply, path.publicIdentifier, path),
    );
    serveReply(scope, 'GET /a/:publicIdentifier/-/block/:blockId', async ({ request, reply, path }) => {
      const visited = await visit(path.publicIdentifier, request, reply);
      const { searchParams } = new URL(request.url, 'http://app');
      const found = await blockOf(visited, path.blockId, searchParams);
      const view = found && (await blockView(found.context, found.block, deps.cursors));
      if (view === null) throw notFound();
      return answer(reply, 200, blockFragment(view));
    });

    const countSent = sharedAppRate(scope, appSent);
    const countLook = sharedAppRate(scope, formLooks);
    serveReply(
      scope,
      'POST /a/:publicIdentifier/-/do/:blockId',
      async ({ request, reply, path }) => {
        const visited = await visit(path.publicIdentifier, request, reply);
        const { open, sight } = visited;
        if (!open.app.blocks.has(path.blockId)) throw notFound();
        const texts = request.isMultipart() ? null : readTexts(request);
        const isLook = texts?.sent.has(lookPart) === true;
        await (isLook ? countLook : countSent)(request, reply);
        const asked = (of: Sent) => {
          const state = [...of].flatMap(([name, [value = '']]): [string, string][] =>
            name.startsWith('state:') ? [[name.slice('state:'.length), value]] : [],
          );
          return { params: new URLSearchParams(state), recordId: of.get('record')?.[0] ?? null };
        };
        const taking = async (before: Sent): Promise<ReadonlySet<string>> => {
          const seen = await openBlock(sight, path.blockId, asked(before), { at: open.at });
          return seen === null ? new Set() : fileFields(seen.context, seen.block);
        };
        const sent: SentPage =
          texts ?? (await readWithFiles(deps, request, reply, open, { sight, taking, admit: countSent }));
        const { params, recordId } = asked(sent.sent);
        const filled = { blockId: path.blockId, sent: sent.sent, faults: new Map<string, string>() };
        const opening = { at: open.at, ...(isLook && { sentBack: filled }) };
        const found = await openBlock(sight, path.blockId, { recordId, params }, opening);
        if (found === null) throw notFound();
        if (isLook) {
          const view = await blockView(found.context, found.block, deps.cursors);
          if (view === null) throw notFound();
          return answer(reply, 200, blockFragment(view));
        }
        const outcome = await doBlock(deps, open, found, { ...sent, network: networkOf(request.ip) });
        if ('leadsTo' in outcome) {
          const { leadsTo } = outcome;
          if (leadsTo.startsWith('/')) return reply.code(303).header('location', leadsTo).send();
          // Browsers follow no answer to a form to another site.
          const onward = { label: 'Go on', href: leadsTo };
          return answer(reply, 200, appMessage(filesFor(open), 'Done', 'It was sent.', onward));
        }
        const sentBack = { ...filled, faults: outcome.faults };
        const { slug } = found.context.page;
        const again = { status: outcome.status, sentBack, params };
        return showPage(request, reply, path.publicIdentifier, { slug, recordId }, again);
      },
      { bodyLimit: sentBytes },
    );
    mountSignIn(scope, deps, {
      ...{ filesFor, find },
      answer: (reply, status, page) => answer(reply, status, page),
      countAsked: sharedAppRate(scope, codesPerMinute),
      countWrong: sharedAppRate(scope, wrongCodesPerMinute),
    });
    mountDownloads(scope, deps, { visit, blockOf });
    mountLive(scope, deps, { visit });
  });
  mountPreview(app, deps, { files, answer });
}
