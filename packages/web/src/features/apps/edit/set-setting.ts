import { type AppBlock, isOfUse, pageOf, pickSetting, tableOf, textSetting } from '@weft/apps';
import type { Field } from '@weft/core';
import type { Edit, Json } from '@weft/documents';
import { setProp } from '../../../editor/set-prop.ts';
import type { AppEditing } from '../app-editing.ts';
import { fieldsOfTarget, settingsOfTable } from './new-block.ts';

type Shown = Pick<AppEditing, 'app' | 'tables' | 'content'>;

/** Kinds of settings that say something of one table. */
const ofTable: ReadonlySet<string> = new Set(['field', 'fields', 'conditions', 'sort', 'values', 'inputs']);

/** Settings that follow from the table and are of kinds that others do not: the page a record opens, what a form does. */
const ofItsTable: ReadonlySet<string> = new Set(['opens', 'mode']);

/** What is chosen of a table means nothing in another: the block begins anew with it. */
function settingsAfter({ app, tables }: Shown, block: AppBlock, name: string, value: Json) {
  const setting = block.type.settings[name];
  const page = pageOf(app, block.page);
  if (setting?.kind === 'target' && block.type.settings.fields !== undefined)
    return { fields: fieldsOfTarget(app, tables, typeof value === 'string' ? value : null) as Json };
  if (setting?.kind !== 'table' || page === undefined) return {};
  const table = tables.find(({ id }) => id === value);
  const taken = Object.entries(block.type.settings).flatMap(([key, each]): [string, Json][] =>
    (ofTable.has(each.kind) && !('ofPage' in each)) || ofItsTable.has(key) ? [[key, null]] : [],
  );
  return { ...Object.fromEntries(taken), ...(table && settingsOfTable(app, page, table, block.name)) };
}

/** The edits that set a setting of a block, with what follows from it. */
export function settingEdits(shown: Shown, block: AppBlock, name: string, value: Json): readonly Edit[] {
  if (block.settings[name] === value) return [];
  return Object.entries({ ...settingsAfter(shown, block, name, value), [name]: value }).flatMap(
    ([key, each]) => setProp(shown.content, block.id, key, each),
  );
}

/** Whether a setting changes nothing of what a block shows now: what is added up where records are counted, say. */
export function isIdle(block: AppBlock, name: string, fields: readonly Field[]): boolean {
  const { measure, unit } = block.type.settings;
  if (name === 'field' && measure !== undefined) return pickSetting(block, 'measure') === 'count';
  if (name !== 'unit' || unit === undefined) return false;
  const by = fields.find(({ id }) => id === textSetting(block, 'groupField'));
  return by === undefined || !isOfUse(by, 'day');
}

/** The edits that take fields which are gone out of the lists of blocks. */
export function goneFieldEdits({ app, tables, content }: Shown): readonly Edit[] {
  return [...app.blocks.values()].flatMap((block) => {
    const table = tables.find(({ id }) => id === tableOf(app, block));
    if (table === undefined) return [];
    const known = new Set(table.fields.map(({ id }) => id));
    return Object.entries(block.type.settings).flatMap(([name, { kind }]) => {
      const value = block.settings[name];
      if (kind !== 'fields' || !Array.isArray(value)) return [];
      return setProp(
        content,
        block.id,
        name,
        value.filter((id) => known.has(String(id))),
      );
    });
  });
}
