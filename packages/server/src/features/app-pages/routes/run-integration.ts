import { type AppAction, type AppBlock, tableOfAction } from '@weft/apps';
import { type CellValue, type Field, isLinkField, type Table } from '@weft/core';
import {
  type AlongsideAction,
  type Integration,
  type NewDelivery,
  sendDelivery,
  sendDeliveryLater,
  takeBackDelivery,
} from '@weft/db';
import { conditionEnv } from '@weft/forms';
import type { WriteConfig } from '@weft/integrations';
import { AppError } from '@weft/std';
import { integrationDeliveries } from '../../flows/answer-deliveries.ts';
import type { AppPagesDeps } from '../deps.ts';
import type { OpenApp } from '../open-app.ts';
import type { PageContext } from '../pages/page-context.ts';
import { readOne, readOptions } from '../records/read-rows.ts';
import type { ShownCell } from '../records/shown-rows.ts';
import { type NewValues, readableFields, tableOf } from '../records/sight.ts';
import { askedOf, toldOf } from '../records/told-record.ts';

type RunDeps = Pick<
  AppPagesDeps,
  'newId' | 'integrations' | 'placeOf' | 'queueKeyOf' | 'transaction' | 'wake'
>;

/** Seconds after which what a form sent goes to the service as it was sent, where its record was not read again. */
const completedWithin = 30;

/** What is run where: an integration of the app, that is on and set up for this table. */
interface Run {
  readonly integration: Integration;
  readonly tableId: string | null;
}

/** The integration that an action runs; throws in words for whoever acts where it cannot be run. */
async function requireRun(
  { integrations }: RunDeps,
  open: OpenApp,
  block: AppBlock,
  { settings }: AppAction,
): Promise<Run> {
  const integration = await integrations.find(String(settings.integration));
  if (integration?.flowId !== open.flowId || integration.service.organizationId !== open.organizationId)
    throw new AppError('conflict', 'What this would send to is not connected any more');
  if (!integration.enabled) throw new AppError('conflict', 'What this would send to is switched off');
  const { tableId = null } = integration.config as WriteConfig;
  if (tableId !== null && tableId !== tableOfAction(open.app, block))
    throw new AppError('conflict', 'What this would send is set up for other records');
  return { integration, tableId };
}

/** What goes to the service, of these cells and of whoever acts. */
function deliveryOf(
  deps: RunDeps,
  open: OpenApp,
  { sight, app }: PageContext,
  { integration, tableId }: Run,
  about: { readonly id: string; readonly key: string; readonly cells: readonly ShownCell[] },
): NewDelivery {
  const told = toldOf(sight, tableId === null ? [] : about.cells);
  const { now = '' } = sight.visitor.env;
  const [sent, ...fields] = told.fields;
  const [delivery] = integrationDeliveries(
    { ...deps, newId: () => about.id },
    [integration],
    {
      ...{ flowId: open.flowId, formName: app.title, submissionId: about.key, submittedAt: now },
      submitted: sent as NonNullable<typeof sent>,
      origin: { ...(tableId !== null && { tableId }), baseId: sight.store.baseId },
    },
    fields,
    told.values,
    conditionEnv(told.fields, now),
    conditionEnv(askedOf(sight, told, tableId), now),
  );
  if (delivery === undefined) throw new AppError('conflict', 'Nothing is sent to this service');
  return delivery;
}

/** Runs an integration with the record of the page, as whoever presses may read it; pressed twice at once, it runs once. */
export async function runPressed(
  deps: RunDeps,
  open: OpenApp,
  context: PageContext,
  { block, action, press }: { readonly block: AppBlock; readonly action: AppAction; readonly press: string },
): Promise<void> {
  const run = await requireRun(deps, open, block, action);
  if (run.tableId !== null && context.record === null)
    throw new AppError('not-found', 'This record is not there any more, or not for you');
  const about = { id: deps.newId('dlv'), key: press, cells: context.record?.cells ?? [] };
  const delivery = deliveryOf(deps, open, context, run, about);
  await deps.transaction(async (tx) =>
    sendDelivery(tx, delivery, deps.newId('job'), deps.queueKeyOf(delivery, open.organizationId)),
  );
  deps.wake();
}

/**
 * Runs an integration with the record that a form writes. The delivery is written with the record, of what was sent, which
 * the person knows; then the record is read as they may read it, for what only the database fills in.
 */
export class RunWithForm {
  readonly #deps: RunDeps;
  readonly #open: OpenApp;
  readonly #context: PageContext;
  readonly #run: Run;
  readonly #table: Table | null;
  readonly #id: string;
  readonly #jobId: string;
  readonly #key: string;
  #sent: readonly ShownCell[] = [];
  #isWritten = false;

  private constructor(deps: RunDeps, open: OpenApp, context: PageContext, run: Run) {
    this.#deps = deps;
    this.#open = open;
    this.#context = context;
    this.#run = run;
    this.#table = run.tableId === null ? null : tableOf(context.sight, run.tableId);
    this.#id = deps.newId('dlv');
    this.#jobId = deps.newId('job');
    this.#key = deps.newId('act');
  }

  /** Null: it cannot be run, and what people send is taken all the same. */
  static async begin(
    deps: RunDeps,
    open: OpenApp,
    context: PageContext,
    block: AppBlock,
    action: AppAction,
  ): Promise<RunWithForm | null> {
    try {
      return new RunWithForm(deps, open, context, await requireRun(deps, open, block, action));
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  /** Takes what was sent, and answers what is written with the record. */
  async with(values: NewValues): Promise<AlongsideAction> {
    const fields = this.#table?.fields ?? [];
    this.#sent = await Promise.all(
      fields.flatMap((field) => {
        const value = values.get(field.id);
        return value === undefined || value === null ? [] : [this.#cellOf(field, value)];
      }),
    );
    return async (tx) => {
      const delivery = this.#deliveryOf(this.#sent);
      const key = this.#deps.queueKeyOf(delivery, this.#open.organizationId);
      sendDeliveryLater(tx, delivery, { id: this.#jobId, key, delay: completedWithin });
      this.#isWritten = true;
    };
  }

  /** The record is there: what it holds, as far as the person may read it, takes the place of what was sent. */
  async written(recordId: string): Promise<void> {
    const { sight } = this.#context;
    const table = this.#table;
    const fieldIds = table === null ? [] : readableFields(sight, table).map(({ id }) => id);
    const row =
      table && (await readOne(sight, { tableId: table.id, filter: undefined, fieldIds, sort: [] }, recordId));
    const read = new Set(row?.cells.map(({ field }) => field.id));
    const cells = [...(row?.cells ?? []), ...this.#sent.filter(({ field }) => !read.has(field.id))];
    const delivery = this.#deliveryOf(cells);
    const key = this.#deps.queueKeyOf(delivery, this.#open.organizationId);
    await this.#deps.transaction(async (tx) => {
      if (this.#isWritten) takeBackDelivery(tx, this.#id, this.#jobId);
      sendDelivery(tx, delivery, this.#deps.newId('job'), key);
    });
    this.#deps.wake();
  }

  /** The record was taken back. */
  async undo(): Promise<void> {
    if (!this.#isWritten) return;
    await this.#deps.transaction(async (tx) => takeBackDelivery(tx, this.#id, this.#jobId));
  }

  #deliveryOf(cells: readonly ShownCell[]): NewDelivery {
    const about = { id: this.#id, key: this.#key, cells };
    return deliveryOf(this.#deps, this.#open, this.#context, this.#run, about);
  }

  async #cellOf(field: Field, value: CellValue): Promise<ShownCell> {
    if (!isLinkField(field)) return { field, value, links: [], raw: null };
    const ids = [value ?? []].flat() as readonly string[];
    const links = await readOptions(this.#context.sight, field, { ids });
    return { field, value: null, links, raw: null };
  }
}
