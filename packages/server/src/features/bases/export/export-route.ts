import type { BaseRecord, Field, Table } from '@weft/core';
import type { RecordQuery } from '@weft/db';
import { notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { writeAudit } from '../../../audit/write-audit.ts';
import { attachmentHeader } from '../../../files/attachment-header.ts';
import { requireCaller } from '../../../http/request-caller.ts';
import { serveReply } from '../../../http/serve.ts';
import { whenClosed } from '../../../http/when-closed.ts';
import { clientGoneSignal } from '../../../rpc/client-gone.ts';
import type { BasesDeps } from '../deps.ts';
import { loadBase, loadLinkedTable } from '../methods/load-base.ts';
import { timeZoneOf } from '../methods/time-zone.ts';
import { viewChoice } from '../methods/view-choice.ts';
import { runScanFor } from '../reads/run-scan-for.ts';
import { csvFormat } from './csv.ts';
import { EventLoopThrottle } from './event-loop-throttle.ts';
import type { ExportFormat, ExportSource } from './export-format.ts';
import { jsonFormat } from './json.ts';
import { withLinkNames, withLookupValues } from './link-names.ts';
import { xlsxFormat } from './xlsx.ts';

const formats = { csv: csvFormat, xlsx: xlsxFormat, json: jsonFormat };

/** Records read at a time: they are parsed and written out in some 5 ms, in which no other request is answered. */
const chunk = 500;

/** The fields a view shows, in its order; without a view all of them. */
function shownFields(
  table: Table,
  viewId: string | undefined,
): { fields: readonly Field[]; view: Table['views'][number] | null } {
  if (viewId === undefined) return { fields: table.fields, view: null };
  const view = table.views.find((candidate) => candidate.id === viewId);
  if (view === undefined) throw notFound(`View with id ${viewId} not found`);
  const { orderedFieldIds, hiddenFieldIds } = view.config;
  const place = new Map(orderedFieldIds.map((id, index) => [id, index]));
  const fields = table.fields
    .filter((field) => !hiddenFieldIds.includes(field.id))
    .toSorted(
      (a, b) => (place.get(a.id) ?? Number.MAX_SAFE_INTEGER) - (place.get(b.id) ?? Number.MAX_SAFE_INTEGER),
    );
  return { fields, view };
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
      whenClosed(reply.raw, deps.concurrency.take('export', { userId: caller.userId, organizationId }));
      const runScan = runScanFor(context, flow);
      const { table, shownField } = await loadLinkedTable(store, path.tableId);
      const { fields: ofView, view } = shownFields(table, input.viewId);
      const fields = input.fieldIds === undefined ? ofView : inOrder(ofView, input.fieldIds.split(','));
      const now = new Date(deps.now()).toISOString();
      const query: RecordQuery = {
        tableId: table.id,
        timeZone,
        now,
        fieldIds: fields.map((field) => field.id),
        ...(view === null ? {} : viewChoice(view, table, { timeZone, now, shownField })),
      };
      const format: ExportFormat = formats[input.format];
      const source: ExportSource = {
        table,
        fields,
        view,
        formulas: input.formulas,
        count: async () => (await store.list({ ...query, limit: 1, includeTotal: true }, runScan)).total ?? 0,
        mayHoldText: (length) => store.mayHoldText(table.id, length, runScan),
        records: () => {
          const pages = throttle.chunks(store.stream(query, chunk, runScan));
          const linkedOf = (page: readonly BaseRecord[]) => store.linked(table.id, page);
          return format.links === 'ids'
            ? withLookupValues(pages, fields, linkedOf)
            : withLinkNames(pages, fields, shownField, linkedOf);
        },
      };
      const file = await format.open(source);
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
