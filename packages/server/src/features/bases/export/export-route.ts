import type { Field, Table, View } from '@weft/core';
import { notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { writeAudit } from '../../../audit/write-audit.ts';
import { EventLoopThrottle } from '../../../event-loop-throttle.ts';
import { attachmentHeader } from '../../../files/attachment-header.ts';
import { requireCaller } from '../../../http/request-caller.ts';
import { serveReply } from '../../../http/serve.ts';
import { whenClosed } from '../../../http/when-closed.ts';
import { clientGoneSignal } from '../../../rpc/client-gone.ts';
import type { BasesDeps } from '../deps.ts';
import { loadBase, loadLinkedTable } from '../methods/load-base.ts';
import { timeZoneOf } from '../methods/time-zone.ts';
import { runScanFor } from '../reads/run-scan-for.ts';
import { csvFormat } from './csv.ts';
import type { ExportFormat } from './export-format.ts';
import { fieldsOfView, sourceOf } from './export-source.ts';
import { inFormOrder } from './form-order.ts';
import { jsonFormat } from './json.ts';
import { xlsxFormat } from './xlsx.ts';

const formats = { csv: csvFormat, xlsx: xlsxFormat, json: jsonFormat };

function findView(table: Table, viewId: string | undefined): View | null {
  if (viewId === undefined) return null;
  const view = table.views.find((candidate) => candidate.id === viewId);
  if (view === undefined) throw notFound(`View with id ${viewId} not found`);
  return view;
}

/** The named fields in the order in which they are named; at least one of them has to be there. */
function inOrder(fields: readonly Field[], ids: readonly string[]): readonly Field[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const named = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  if (named.length === 0) throw notFound('None of these fields was found');
  return named;
}

/** The records of a table or a view as a file, streamed. */
export function mountExport(app: FastifyInstance, deps: BasesDeps): void {
  const throttle = new EventLoopThrottle();
  serveReply(
    app,
    'GET /v1/bases/:baseId/tables/:tableId/export',
    async ({ request, reply, path, query: asked }) => {
      const caller = requireCaller(request);
      const input = asked();
      const timeZone = timeZoneOf(input.timeZone);
      const context = { deps, caller, left: clientGoneSignal(reply) };
      const { store, flow } = await loadBase(context, path.baseId, 'export');
      const { organizationId } = flow;
      // Before anything else is read: one that is refused costs next to nothing.
      const owner = { userId: caller.userId, organizationId };
      whenClosed(reply.raw, await deps.concurrency.takeEverywhere('export', owner));
      const { table, shownField } = await loadLinkedTable(store, path.tableId);
      const view = findView(table, input.viewId);
      const fields = await inFormOrder(deps.documents, flow, table.fields);
      const shown = view === null ? fields : fieldsOfView({ fields }, view);
      const format: ExportFormat = formats[input.format];
      const file = await format.open(
        sourceOf({
          ...{ store, table, shownField, view, timeZone, throttle },
          fields: input.fieldIds === undefined ? shown : inOrder(shown, input.fieldIds.split(',')),
          formulas: input.formulas,
          links: format.links,
          now: new Date(deps.now()).toISOString(),
          runScan: runScanFor(context, flow),
        }),
      );
      await writeAudit(deps, request, {
        organizationId,
        action: 'flow.exported',
        details: {
          flowId: flow.id,
          type: flow.type,
          name: flow.name,
          table: table.name,
          format: input.format,
        },
      });
      const name = `${table.name}.${format.ending}`;
      return reply
        .header('content-type', format.contentType)
        .header('content-disposition', attachmentHeader(name))
        .header('cache-control', 'private, no-store')
        .send(file);
    },
    // Asked for its headers alone it would still be read, and noted as read.
    { exposeHeadRoute: false },
  );
}
