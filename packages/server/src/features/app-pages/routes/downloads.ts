import { Readable } from 'node:stream';
import type { Attachment } from '@weft/core';
import { csvLine, withoutFormula } from '@weft/imports';
import { isId, notFound } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { attachmentHeader } from '../../../files/attachment-header.ts';
import { sendFile } from '../../../files/send-file.ts';
import { sendThumbnail } from '../../../files/thumbnails.ts';
import { serveReply } from '../../../http/serve.ts';
import { whenClosed } from '../../../http/when-closed.ts';
import type { AppPagesDeps } from '../deps.ts';
import type { AppVisit } from '../open-app.ts';
import type { openBlock } from '../pages/open-page.ts';
import { queryOfBlock } from '../pages/page-context.ts';
import { askedOf } from '../pages/page-state.ts';
import { displayed } from '../pages/rows-view.ts';
import { cellText } from '../records/cell-text.ts';
import { readAll, readOne } from '../records/read-rows.ts';
import { tableOf } from '../records/sight.ts';

interface Finders {
  readonly visit: (id: string, request: FastifyRequest, reply: FastifyReply) => Promise<AppVisit>;
  readonly blockOf: (
    visited: AppVisit,
    blockId: string,
    params: URLSearchParams,
  ) => ReturnType<typeof openBlock>;
}

const paramsOf = (request: FastifyRequest) => new URL(request.url, 'http://app').searchParams;

type Found = NonNullable<Awaited<ReturnType<typeof openBlock>>>;

/** What a block shows, as CSV: texts that a spreadsheet takes for texts. */
async function* csvOf({ context, block }: Found): AsyncGenerator<string> {
  const { sight } = context;
  const query = queryOfBlock(context, block);
  if (query === null) return;
  let isFirst = true;
  for await (const { fields, rows } of readAll(sight, query, askedOf(block.id, context.params))) {
    const shown = displayed(block, fields);
    const heading = isFirst ? `\ufeff${csvLine(shown.map(({ name }) => withoutFormula(name)))}` : '';
    isFirst = false;
    yield heading +
      rows
        .map(({ cells }) =>
          csvLine(
            shown.map((field) => {
              const cell = cells.find((one) => one.field.id === field.id);
              return cell === undefined ? '' : withoutFormula(cellText(cell, sight.visitor.env));
            }),
          ),
        )
        .join('');
  }
}

/** Whether a cell holds a file, also one that it sees through a lookup. */
const holds = (value: unknown, fileId: string): boolean =>
  Array.isArray(value) && value.flat().some((one: Partial<Attachment>) => one?.filename === fileId);

/** What people take along from an app: what a list shows, and files of records that they may read. */
export function mountDownloads(app: FastifyInstance, deps: AppPagesDeps, { visit, blockOf }: Finders): void {
  serveReply(
    app,
    'GET /a/:publicIdentifier/-/export/:blockId',
    async ({ request, reply, path }) => {
      const visited = await visit(path.publicIdentifier, request, reply);
      const found = await blockOf(visited, path.blockId, paramsOf(request));
      if (found === null || found.block.settings.exports !== true) throw notFound();
      const { flowId, organizationId } = visited.open;
      whenClosed(reply.raw, deps.concurrency.take('export', { userId: flowId, organizationId }));
      const query = queryOfBlock(found.context, found.block);
      const name = (query && tableOf(visited.sight, query.tableId)?.name) || 'Records';
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', attachmentHeader(`${name}.csv`))
        .header('cache-control', 'private, no-store')
        .send(Readable.from(csvOf(found)));
    },
    { exposeHeadRoute: false },
  );

  serveReply(
    app,
    'GET /a/:publicIdentifier/-/files/:blockId/:recordId/:fieldId/:fileId',
    async ({ request, reply, path }) => {
      const visited = await visit(path.publicIdentifier, request, reply);
      const found = await blockOf(visited, path.blockId, paramsOf(request));
      const query = found && queryOfBlock(found.context, found.block);
      if (query === null || !isId('rec', path.recordId) || !isId('fil', path.fileId)) throw notFound();
      const row = await readOne(visited.sight, query, path.recordId);
      const cell = row?.cells.find(({ field }) => field.id === path.fieldId);
      if (!holds(cell?.value, path.fileId)) throw notFound();
      const [file] = await deps.files.attachmentsOf(visited.sight.store.baseId, [path.fileId]);
      if (file === undefined) throw notFound();
      const { size } = request.query as { readonly size?: unknown };
      if (size !== undefined && file.thumbnails === 'made')
        return sendThumbnail(deps.fileStore, file, size, reply);
      return sendFile(deps.fileStore, file, request, reply);
    },
  );

  serveReply(app, 'GET /a/:publicIdentifier/-/images/:fileId', async ({ request, reply, path }) => {
    const { open } = await visit(path.publicIdentifier, request, reply);
    const named = JSON.stringify(open.content).includes(`"${path.fileId} `);
    const [file] =
      isId('fil', path.fileId) && named ? await deps.files.attachmentsOf(open.flowId, [path.fileId]) : [];
    if (file === undefined) throw notFound();
    const sent = sendFile(deps.fileStore, file, request, reply);
    void reply.header('cache-control', 'public, max-age=31536000, immutable');
    return sent;
  });
}
