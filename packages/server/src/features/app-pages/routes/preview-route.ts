import { type AppBlock, appKind, appOf, appProblems, textSetting } from '@weft/apps';
import { flowNotFound } from '@weft/core';
import { migrated } from '@weft/documents';
import { appMessage, appPage, type PageFiles } from '@weft/public';
import { AppError, isId, notFound } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireCaller } from '../../../http/request-caller.ts';
import { serveReply } from '../../../http/serve.ts';
import { requireCanDo } from '../../flows/flow-policy.ts';
import { type AppAddresses, addressesAt } from '../addresses.ts';
import type { AppPagesDeps } from '../deps.ts';
import { type OpenApp, openSource, sightOf } from '../open-app.ts';
import { openPage } from '../pages/open-page.ts';
import { opensAlone } from '../pages/page-context.ts';
import { pageView } from '../pages/page-view.ts';
import { personOf, usersTable } from '../people/app-person.ts';
import { readPage } from '../records/read-rows.ts';
import { readableFields, type Sight, tableOf } from '../records/sight.ts';
import type { appAnswer } from './app-answer.ts';
import { filesOfApp } from './app-answer.ts';
import { asProposed, somebodyNew } from './look-at-proposal.ts';

interface Pages {
  readonly files: PageFiles;
  readonly answer: ReturnType<typeof appAnswer>;
}

/** Why nothing shows of a block that lacks nothing. */
function whyHidden(block: AppBlock | undefined): string {
  const isEmpty = block?.inner.length === 0;
  if (block?.name === 'text' || (block?.name === 'heading' && textSetting(block, 'field') === null))
    return `This ${block.type.label.toLowerCase()} is empty: select it, and write its text.`;
  if (block?.type.holds !== undefined && isEmpty)
    return `This ${block.type.label.toLowerCase()} is empty: select it, and add a block.`;
  if (block?.name === 'filterBar') return 'Nothing can be filtered by these fields: choose others.';
  return 'Whoever looks at the page so sees nothing here.';
}

/** The draft of an app, for those who make it: as publishing would make it, and as any of its people sees it. */
export function mountPreview(app: FastifyInstance, deps: AppPagesDeps, { files, answer }: Pages): void {
  const draftOf = async (
    request: FastifyRequest,
    flowId: string,
  ): Promise<OpenApp & { readonly reads: boolean }> => {
    const caller = requireCaller(request);
    const found = await deps.flowAccess.of(flowId, caller.userId);
    const draft = found?.flow.type === 'zite' ? await deps.documents.draft(flowId) : null;
    if (found === null || draft === null) throw notFound(flowNotFound);
    requireCanDo(caller, 'open', found);
    const content = migrated(draft.content, appKind);
    if (!content.ok) throw new AppError('unavailable', content.error);
    const shown = appOf(content.value);
    const { organizationId, ownerUserId, publicIdentifier } = found.flow;
    // Of records somebody sees here what they may open themselves.
    const base = shown.source && (await deps.flowAccess.of(shown.source.baseId, caller.userId));
    const reads = base !== null && canOpen(() => requireCanDo(caller, 'open', base));
    return {
      ...{ flowId, publicIdentifier, organizationId, ownerUserId, app: shown, reads },
      content: content.value,
      source: reads ? await openSource(deps, shown, found.flow) : null,
      at: draftAddresses(flowId, request),
    };
  };

  const personAs = async ({ app: shown, metadata, store }: Sight, as: string | null) => {
    const users = usersTable(shown, metadata);
    if (users !== null && as === 'somebody') return somebodyNew;
    if (users === null || as === null || !isId('rec', as)) return null;
    const [record] = await store.get(users.table.id, [as]);
    return record === undefined ? null : personOf(users, record);
  };

  /** The record that a page about one is drawn with where none is named: the first; null: there is none, or no need. */
  const firstRecord = async (sight: Sight, slug: string | null): Promise<string | null> => {
    const page = sight.app.pages.find((one) => one.slug === slug);
    const table = page?.table == null ? null : tableOf(sight, page.table);
    if (page === undefined || table === null || opensAlone(sight.app, page)) return null;
    const fieldIds = readableFields(sight, table).map(({ id }) => id);
    const first = { tableId: table.id, filter: undefined, fieldIds, sort: [] };
    return (await readPage(sight, first, { perPage: 1 }))?.rows[0]?.id ?? null;
  };

  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    flowId: string,
    { slug, recordId: named = null }: { readonly slug: string | null; readonly recordId?: string | null },
  ): Promise<FastifyReply> => {
    const { searchParams: params } = new URL(request.url, 'http://app');
    const canvas = params.get('canvas') === '1';
    const draft = await draftOf(request, flowId);
    const drafted = { open: draft, sight: sightOf(deps, draft, null, { request, reply }), somebody: null };
    const proposal = params.get('proposal');
    const {
      open,
      sight: unsigned,
      somebody,
    } = proposal === null ? drafted : await asProposed(deps, drafted, proposal);
    const user = (await personAs(unsigned, params.get('as'))) ?? somebody;
    const sight: Sight = { ...unsigned, visitor: { ...unsigned.visitor, user } };
    const problems = appProblems(open.content, sight.metadata.tables);
    const why = canvas
      ? (blockId: string) =>
          problems.find((problem) => problem.blockId === blockId)?.text ??
          whyHidden(open.app.blocks.get(blockId))
      : null;
    const recordId = named ?? (await firstRecord(sight, slug));
    const opened = await openPage(sight, { slug, recordId, params }, { at: open.at, why });
    const { index: _, ...look } = filesOfApp(files, open.content, open.app, open.at);
    const isFramed = true;
    if (opened.is !== 'page')
      return answer(
        reply,
        opened.is === 'nothing' ? 404 : 200,
        appMessage(
          look,
          opened.is === 'nothing' ? 'Nothing here' : 'Sign in',
          opened.is === 'nothing'
            ? 'This page is not there, or it is not for whoever looks at it so.'
            : 'Visitors are asked to sign in here. Look at the app as a person to see the page.',
        ),
        { isFramed },
      );
    const isUnread = open.app.source !== null && !draft.reads;
    const notice = isUnread
      ? 'You may not open the database of this app: its records are not shown to you.'
      : user === somebodyNew
        ? 'This is what somebody would see first who has no records yet.'
        : null;
    const view = await pageView(opened.context, deps.cursors, { canvas, notice, isDraft: true });
    return answer(reply, 200, appPage(look, view), { app: open.app, isFramed });
  };

  serveReply(app, 'GET /v1/apps/:flowId/preview/', ({ request, reply, path }) =>
    show(request, reply, path.flowId, { slug: null }),
  );
  serveReply(app, 'GET /v1/apps/:flowId/preview/:slug', ({ request, reply, path }) =>
    show(request, reply, path.flowId, path),
  );
  serveReply(app, 'GET /v1/apps/:flowId/preview/:slug/:recordId', ({ request, reply, path }) =>
    show(request, reply, path.flowId, path),
  );
}

/** Images of a draft are read as any file of the workspace: nobody else has it yet. */
function draftAddresses(flowId: string, request: FastifyRequest): AppAddresses {
  const at = addressesAt(`/v1/apps/${flowId}/preview`, keptSearch(request));
  const images = 'images/';
  return {
    ...at,
    aside: (path) => (path.startsWith(images) ? `/files/${path.slice(images.length)}/image` : at.aside(path)),
  };
}

function canOpen(requireIt: () => unknown): boolean {
  try {
    requireIt();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

const kept: ReadonlySet<string> = new Set(['as', 'canvas', 'proposal']);

/** What every address of a preview carries along: whom it is looked at as, whether the editor shows it, and a proposal. */
function keptSearch(request: FastifyRequest): string {
  const { searchParams } = new URL(request.url, 'http://app');
  const carried = new URLSearchParams([...searchParams].filter(([name]) => kept.has(name)));
  const text = carried.toString();
  return text === '' ? '' : `?${text}`;
}
