import type { Writes } from './actions/action-type.ts';
import type { AppAction } from './actions/action-types.ts';
import {
  type App,
  type AppBlock,
  actionOf,
  fieldsSetting,
  filterOf,
  pageOf,
  pickSetting,
  textSetting,
} from './app-document.ts';
import type { Binding } from './bindings.ts';
import { bindingsIn } from './conditions.ts';
import { conditionsOfInputs } from './form-inputs.ts';

/** The fields of one table. */
export interface TableFields {
  readonly table: string;
  readonly fields: readonly string[];
}

/** The table that a block is about; null: none. */
export function tableOf(app: App, block: AppBlock): string | null {
  if (block.type.settings.table !== undefined) return textSetting(block, 'table');
  const target = targetOf(app, block);
  if (target !== null) return tableOf(app, target);
  return pageOf(app, block.page)?.table ?? null;
}

/** The block that a control is about: one of the same page that lists records. */
export function targetOf(app: App, block: AppBlock): AppBlock | null {
  const id = textSetting(block, 'target');
  const target = id === null ? undefined : app.blocks.get(id);
  return target?.page === block.page && target.type.reads === 'many' ? target : null;
}

/** The table of the record that the action of a block is about: the one that a form writes, or that of its page. */
export const tableOfAction = (app: App, block: AppBlock): string | null =>
  block.type.takes === true ? tableOf(app, block) : (pageOf(app, block.page)?.table ?? null);

const ownFields = (block: AppBlock): readonly string[] => {
  const named = Object.entries(block.type.settings).flatMap(([name, { kind }]) => {
    if (kind === 'fields') return fieldsSetting(block, name);
    return kind === 'field' ? (textSetting(block, name) ?? []) : [];
  });
  return [...new Set(named)];
};

/**
 * What a block shows of its table: THE list of the fields that may leave the server for it, and that may be searched,
 * sorted and filtered by. The conditions and the order its author gave it may be about others. Null: it shows no records.
 */
export function readsOf(app: App, block: AppBlock): TableFields | null {
  const table = tableOf(app, block);
  if (table === null) return null;
  const isShown = block.type.reads !== undefined || targetOf(app, block) !== null;
  const fields = ownFields(block);
  return isShown || fields.length > 0 ? { table, fields } : null;
}

/** What a block, or what happens after it, writes. */
export interface BlockWrites extends TableFields {
  readonly how: Writes;
}

const valuesIn = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : [];

function writesOfAction(app: App, block: AppBlock, { type, settings }: AppAction): readonly BlockWrites[] {
  if (type.writes === undefined) return [];
  const table = type.settings.table === undefined ? (pageOf(app, block.page)?.table ?? null) : settings.table;
  return typeof table === 'string' ? [{ table, how: type.writes, fields: valuesIn(settings.values) }] : [];
}

/** What a block writes: by what people fill in, by being pressed, by moving a card. */
export function writesOf(app: App, block: AppBlock): readonly BlockWrites[] {
  const table = tableOf(app, block);
  const action = actionOf(block);
  const writes = action === null ? [] : [...writesOfAction(app, block, action)];
  if (table === null) return writes;
  if (block.type.takes === true) {
    const how = pickSetting(block, 'mode') === 'update' ? 'update' : 'create';
    writes.push({ table, how, fields: [...fieldsSetting(block), ...valuesIn(block.settings.presets)] });
  }
  const group = textSetting(block, 'groupField');
  if (block.settings.moves === true && group !== null) writes.push({ table, how: 'update', fields: [group] });
  return writes;
}

/** Every value that is bound somewhere in a block. */
export function bindingsOf(block: AppBlock): readonly Binding[] {
  const filter = filterOf(block);
  const action = actionOf(block);
  const inValues = (value: unknown): readonly Binding[] =>
    typeof value === 'object' && value !== null ? (Object.values(value) as Binding[]) : [];
  return [
    ...(filter === null ? [] : bindingsIn(filter)),
    ...conditionsOfInputs(block).flatMap(bindingsIn),
    ...inValues(block.settings.presets),
    ...inValues(action?.settings.values),
    ...[block.settings.record, action?.settings.to].flatMap((bound) =>
      bound === undefined || bound === null ? [] : [bound as unknown as Binding],
    ),
  ];
}
