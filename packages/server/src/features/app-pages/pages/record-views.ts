import { randomUUID } from 'node:crypto';
import {
  type AppBlock,
  boundValue,
  type FormInput,
  fieldsSetting,
  grantsOf,
  inputOf,
  pickSetting,
  textSetting,
} from '@weft/apps';
import { type Field, isSelectField, type Table, takesManyOptions } from '@weft/core';
import type { BlockView, DetailView, InputView } from '@weft/public';
import { must } from '@weft/std';
import { appKindOf } from '../fields/app-field-kinds.ts';
import type { BlockQuery } from '../records/block-query.ts';
import { takesInput } from '../records/cell-input.ts';
import { readOne } from '../records/read-rows.ts';
import type { ShownRow } from '../records/shown-rows.ts';
import { tableOf } from '../records/sight.ts';
import { cellView } from './cell-view.ts';
import { controlOf } from './controls.ts';
import { askedWith, hasConditions } from './form-answers.ts';
import {
  bindingContext,
  looksOf,
  maySee,
  opensAlone,
  type PageContext,
  queryOfBlock,
} from './page-context.ts';
import { names } from './page-state.ts';
import { displayed } from './rows-view.ts';
import { controlMark, markName } from './shown-marks.ts';

/** The id of the record that a block is about; null: none. */
function recordIdOf(context: PageContext, block: AppBlock): string | null {
  const bound = block.settings.record;
  if (bound === undefined) return context.record?.id ?? null;
  const value = boundValue(bound as never, bindingContext(context));
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : null;
}

/** The page from which the page of a record is reached: one that lists records which open it. */
function listPage(context: PageContext): string | null {
  const { app, page, at } = context;
  const lists = [...app.blocks.values()].filter(
    (block) => block.settings.opens === page.id && block.page !== page.id,
  );
  const found = app.pages.find((one) => lists.some((block) => block.page === one.id) && maySee(context, one));
  if (page.table !== null && opensAlone(app, page)) return at.page(page.slug);
  return found === undefined ? null : at.page(found.slug);
}

const isWide = (field: Field): boolean => appKindOf(field).wide === true;

/** One record: its name, a chip of its state, and its fields. */
export async function detailView(
  context: PageContext,
  block: AppBlock,
): Promise<BlockView['content'] | null> {
  const query = queryOfBlock(context, block);
  const id = recordIdOf(context, block);
  const row = query && id !== null ? await readOne(context.sight, query, id) : null;
  if (query === null || row === null || row.cells.length === 0) return null;
  const fields = displayed(
    block,
    row.cells.map(({ field }) => field),
  );
  const primary = tableOf(context.sight, query.tableId)?.primaryFieldId;
  const first = fields.find(({ id }) => id === primary);
  const others = fields.filter((field) => field !== first);
  const looks = looksOf(context, block.id);
  const cellOf = (field: Field) => {
    const cell = row.cells.find((one) => one.field.id === field.id);
    return cell === undefined ? ({ kind: 'empty' } as const) : cellView(looks, row.id, cell);
  };
  // Beside the name; where that is not among the fields, it stands among them.
  const state = first && others.find((field) => isSelectField(field) && !takesManyOptions(field.type));
  const chip = state === undefined ? null : cellOf(state);
  const detail: DetailView = {
    name: first === undefined ? null : cellOf(first),
    chip: chip?.kind === 'chips' ? chip : null,
    fields: others
      .filter((field) => field !== state || chip?.kind !== 'chips')
      .map((field) => ({ label: field.name, cell: cellOf(field), isWide: isWide(field) })),
    back: listPage(context),
  };
  return { kind: 'detail', detail, actions: [] };
}

/** The fields of a form that rules let somebody fill in. */
export function askedFields(context: PageContext, block: AppBlock, table: Table): readonly Field[] {
  const { app, sight } = context;
  const action = pickSetting(block, 'mode') === 'update' ? 'update' : 'create';
  const grants = grantsOf(app, table, action, sight.visitor);
  return fieldsSetting(block).flatMap((id) => {
    const field = table.fields.find((one) => one.id === id);
    const isPreset = Object.hasOwn((block.settings.presets ?? {}) as object, id);
    const may = grants.some(({ writable, presets }) => writable.has(id) && !Object.hasOwn(presets, id));
    return field !== undefined && may && !isPreset && takesInput(field) ? [field] : [];
  });
}

/** The record that a form changes; null: it makes one; undefined: there is none that it could change. */
export async function changedRow(
  context: PageContext,
  block: AppBlock,
  query: BlockQuery,
): Promise<ShownRow | null | undefined> {
  if (pickSetting(block, 'mode') !== 'update') return null;
  const id = recordIdOf(context, block);
  return (id === null ? null : await readOne(context.sight, query, id)) ?? undefined;
}

const told = ({ help, required }: FormInput) => ({ help, required });

/** A form: what it asks for, filled in with what the record has, or with what was sent and not taken. */
export async function formView(context: PageContext, block: AppBlock): Promise<BlockView['content'] | null> {
  const query = queryOfBlock(context, block);
  const table = query && tableOf(context.sight, query.tableId);
  if (query === null || table === null) return null;
  const row = await changedRow(context, block, query);
  const fields = askedFields(context, block, table);
  if (row === undefined || fields.length === 0) return null;
  const { sentBack, params, at, sight } = context;
  const sent = sentBack?.blockId === block.id ? sentBack : null;
  const asked = askedWith(context, block, table, { fields, row }, sent?.sent ?? null);
  const inputs = await Promise.all(
    fields.map(async (field): Promise<InputView> => {
      const value = row?.cells.find((cell) => cell.field.id === field.id)?.value ?? null;
      const find = names.options(block.id, field.id);
      const filled = { sent: sent === null ? null : (sent.sent.get(field.id) ?? []), value };
      return {
        ...{ name: field.id, label: field.name, ...told(inputOf(block, field.id)) },
        isAsked: asked.has(field.id),
        fault: sent?.faults.get(field.id) ?? null,
        control: await controlOf(sight, field, filled, { name: find, search: params.get(find) ?? '' }),
      };
    }),
  );
  const marks = fields.map((field, at): readonly [string, string] => {
    const name = markName(field.id);
    // What was refused was written on the page of before.
    return [name, sent?.sent.get(name)?.[0] ?? controlMark(field, must(inputs[at]).control)];
  });
  const isDone = params.get(names.done) === block.id;
  const parts = [...sentParts(context), pressPart(), ...(row === null ? [] : marks)];
  return {
    kind: 'form',
    form: {
      ...{ action: at.aside(`do/${block.id}`), parts, inputs },
      asks: hasConditions(block, fields),
      submit: textSetting(block, 'button') ?? (row === null ? 'Send' : 'Save'),
      takesFiles: fields.some((field) => appKindOf(field).control === 'files'),
      fault: sent?.faults.get('') ?? null,
      done: isDone ? (textSetting(block, 'done') ?? (row === null ? 'Sent.' : 'Saved.')) : null,
    },
  };
}

/** What is pressed twice before the page came back is done once. */
export const pressPart = (): readonly [string, string] => ['press', randomUUID()];

/** What goes along with everything that a page sends: which page it was, with what was chosen on it. */
export const sentParts = ({ record, params }: PageContext): readonly (readonly [string, string])[] => [
  ...(record === null ? [] : [['record', record.id] as const]),
  ...[...params]
    .filter(([name]) => name !== names.done)
    .map(([name, value]) => [`state:${name}`, value] as const),
];
