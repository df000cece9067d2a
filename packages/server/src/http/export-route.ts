import { Readable } from 'node:stream';
import type { BaseRecord, Field, Table } from '@weft/core';
import type { RecordQuery } from '@weft/db';
import { csvLine, exportText } from '@weft/imports';
import { AppError, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requireCaller } from '../auth/request-caller.ts';
import type { Services } from '../context.ts';
import { loadBase, loadTable } from '../methods/load-base.ts';
import { readInput } from './read-input.ts';

const query = z.object({
  format: z.string().default('csv'),
  viewId: z.string().max(64).optional(),
  timeZone: z.string().max(64).optional(),
});
/** Records read at a time. */
const chunk = 2_000;

async function* csvOf(
  fields: readonly Field[],
  records: AsyncIterable<readonly BaseRecord[]>,
): AsyncGenerator<string> {
  // The mark tells spreadsheets that the text is UTF-8.
  yield `\ufeff${csvLine(fields.map((field) => field.name))}`;
  for await (const page of records) {
    let text = '';
    for (const { data, raw } of page)
      text += csvLine(fields.map((field) => exportText(field, data[field.id], raw?.[field.id])));
    yield text;
  }
}

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

/** The records of a table or a view as a file, streamed. */
export function mountExport(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { baseId: string; tableId: string } }>(
    '/v1/bases/:baseId/tables/:tableId/export',
    async (request, reply) => {
      const caller = requireCaller(request);
      const input = readInput(query, request.query);
      if (input.format !== 'csv')
        throw new AppError('invalid', 'Only csv can be exported', [
          { path: 'format', reason: "Must be 'csv'" },
        ]);
      const { store } = await loadBase({ services, caller }, request.params.baseId, 'read');
      const table = await loadTable(store, request.params.tableId);
      const { fields, view } = shownFields(table, input.viewId);
      const records: RecordQuery = {
        tableId: table.id,
        timeZone: input.timeZone ?? 'UTC',
        now: new Date(services.now()).toISOString(),
        ...(view === null ? {} : { filter: view.config.filters, sort: view.config.sorts }),
      };
      const name = `${table.name}.csv`;
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
        .header('cache-control', 'private, no-store')
        .send(Readable.from(csvOf(fields, store.stream(records, chunk))));
    },
  );
}
