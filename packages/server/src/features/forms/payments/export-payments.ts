import { Readable } from 'node:stream';
import type { PaymentOrderRow } from '@weft/db';
import { csvLine, withoutFormula } from '@weft/imports';
import { shownDecimals } from '@weft/payments';
import type { FastifyInstance } from 'fastify';
import { writeAudit } from '../../../audit/write-audit.ts';
import { attachmentHeader } from '../../../files/attachment-header.ts';
import { requireCaller } from '../../../http/request-caller.ts';
import { serveReply } from '../../../http/serve.ts';
import { whenClosed } from '../../../http/when-closed.ts';
import { sheetText } from '../../bases/export/sheet-cell.ts';
import { writeWorkbook } from '../../bases/export/workbook-writer.ts';
import type { FormsDeps } from '../deps.ts';
import { loadForm } from '../load-form.ts';
import {
  jsonOf,
  type PaymentRow,
  paymentColumns,
  paymentRow,
  plainValue,
  sheetFormat,
  sheetValue,
} from './payment-table.ts';

/** Orders read at a time. */
const chunk = 500;

type Deps = Pick<FormsDeps, 'paymentOrders'>;
type Rows = AsyncIterable<readonly PaymentRow[]>;

/** The orders of a form, newest first, with what came in by them. */
async function* rowsOf({ paymentOrders }: Deps, flowId: string): AsyncGenerator<readonly PaymentRow[]> {
  let after: PaymentOrderRow | null = null;
  for (;;) {
    const orders: readonly PaymentOrderRow[] = await paymentOrders.list(flowId, chunk, after);
    const repeated = orders.filter(({ every }) => every !== null).map(({ id }) => id);
    const sums = new Map(
      (await paymentOrders.subscriptionsOf(repeated)).map((sum) => [sum.orderId, sum] as const),
    );
    yield orders.map((order) => paymentRow(order, sums.get(order.id)));
    after = orders.at(-1) ?? null;
    if (orders.length < chunk) return;
  }
}

async function* csvOf(rows: Rows, formulas: 'keep' | 'escape'): AsyncGenerator<string> {
  const safe = formulas === 'escape' ? withoutFormula : String;
  // The mark tells spreadsheets that the text is UTF-8.
  yield `\ufeff${csvLine(paymentColumns.map(({ label }) => label))}`;
  for await (const page of rows)
    yield page
      .map((row) =>
        csvLine(
          paymentColumns.map((column) => {
            const text = plainValue(column, row);
            return column.kind === 'text' ? safe(text) : text;
          }),
        ),
      )
      .join('');
}

async function* jsonFileOf(rows: Rows): AsyncGenerator<string> {
  // One payment a line, for tools that read line by line.
  yield '{"format":"weft.payments","version":1,"payments":[';
  let between = '\n';
  for await (const page of rows) {
    yield page.map((row, at) => (at === 0 ? between : ',\n') + jsonOf(row)).join('');
    if (page.length > 0) between = ',\n';
  }
  yield '\n]}\n';
}

async function* sheetRows(rows: Rows) {
  yield [paymentColumns.map(({ label }) => label)];
  for await (const page of rows)
    yield page.map((row) =>
      paymentColumns.map((column) => {
        const value = sheetValue(column, row);
        return typeof value === 'string' ? sheetText(value) : value;
      }),
    );
}

async function sheetOf(deps: Deps, flowId: string): Promise<Readable> {
  const currencies = await deps.paymentOrders.currenciesOf(flowId);
  const digits = Math.max(0, ...currencies.map(shownDecimals));
  const columns = paymentColumns.map((column) => ({
    ...{ numFmt: sheetFormat(column, digits), width: column.width },
  }));
  return writeWorkbook([{ name: 'Payments', columns, rows: () => sheetRows(rowsOf(deps, flowId)) }]);
}

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
};

/** What was paid for answers of a form, as a file, for those who may read the results. */
export function mountPaymentExport(app: FastifyInstance, deps: FormsDeps): void {
  serveReply(
    app,
    'GET /v1/forms/:flowId/payments/export',
    async ({ request, reply, path: { flowId }, query }) => {
      const caller = requireCaller(request);
      const { format, formulas } = query();
      const { flow } = await loadForm({ deps, caller }, flowId, 'open');
      const { id, organizationId, type, name } = flow;
      whenClosed(reply.raw, deps.concurrency.take('export', { userId: caller.userId, organizationId }));
      const files: { readonly [F in typeof format]: () => Readable | Promise<Readable> } = {
        csv: () => Readable.from(csvOf(rowsOf(deps, id), formulas)),
        xlsx: () => sheetOf(deps, id),
        json: () => Readable.from(jsonFileOf(rowsOf(deps, id))),
      };
      const file = await files[format]();
      await writeAudit(deps, request, {
        organizationId,
        action: 'flow.exported',
        details: { flowId: id, type, name, table: 'Payments', format },
      });
      return reply
        .header('content-type', contentTypes[format])
        .header('content-disposition', attachmentHeader(`${name} payments.${format}`))
        .header('cache-control', 'private, no-store')
        .send(file);
    },
    // Asked for its headers alone it would still be written, and noted as read.
    { exposeHeadRoute: false },
  );
}
