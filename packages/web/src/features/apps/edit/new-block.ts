import {
  type App,
  type AppPage,
  type BlockName,
  blockProps,
  blockType,
  isOfUse,
  isWritten,
  textSetting,
} from '@weft/apps';
import { type Field, isLinkField, type Table } from '@weft/core';
import type { Props } from '@weft/documents';
import type { NewBlock } from '../app-edits.ts';

/** Fields that a new block shows. */
const firstFields = 5;

const ids = (fields: readonly Field[]): readonly string[] => fields.map(({ id }) => id);

/** The name of a record first, then what tells most about it. */
function tellingFields({ fields, primaryFieldId }: Table): readonly Field[] {
  const primary = fields.filter(({ id }) => id === primaryFieldId);
  const others = fields.filter(({ id }) => id !== primaryFieldId);
  return [...primary, ...others.filter((field) => !isLinkField(field)), ...others.filter(isLinkField)];
}

/** A field that a block cannot do without, where the table has one that fits. */
const neededFields = (name: BlockName, table: Table) =>
  Object.entries(blockType(name).settings).flatMap(([key, setting]) => {
    if (setting.kind !== 'field' || setting.use === undefined || !blockType(name).needs.includes(key))
      return [];
    const { use } = setting;
    return [{ key, field: table.fields.find((each) => isOfUse(each, use)) }];
  });

/** The table that a new block is likely to be about: that of its page or its neighbours, if it has what the block needs. */
function likelyTable(app: App, page: AppPage, tables: readonly Table[], name: BlockName): Table | undefined {
  const used = [...app.blocks.values()].filter((block) => block.page === page.id);
  const ofPage = blockType(name).reads === 'one' ? page.table : null;
  const wanted = [ofPage, ...used.map((block) => textSetting(block, 'table')), page.table];
  const known = wanted.flatMap((id) => tables.find((table) => table.id === id) ?? []);
  const fits = (table: Table) => neededFields(name, table).every(({ field }) => field !== undefined);
  return [...known, ...tables].find(fits) ?? known[0] ?? tables[0];
}

/** What a block shows at first of a table. */
export function settingsOfTable(app: App, page: AppPage, table: Table, name: BlockName): Props {
  const { settings, reads } = blockType(name);
  const props: { [key: string]: NewBlock['props'][string] } = {};
  const fields = tellingFields(table);
  if (settings.fields !== undefined)
    props.fields =
      name === 'form' ? ids(fields.filter(isWritten)).slice(0, 20) : ids(fields.slice(0, firstFields));
  for (const { key, field } of neededFields(name, table)) if (field !== undefined) props[key] = field.id;
  const record = app.pages.find((one) => one.table === table.id && one.id !== page.id);
  if (reads === 'many' && record !== undefined) props.opens = record.id;
  if (name === 'form' && page.table === table.id) props.mode = 'update';
  return props;
}

/** What a filter bar offers at first of the block that it filters. */
export function fieldsOfTarget(app: App, tables: readonly Table[], target: string | null): readonly string[] {
  const block = target === null ? undefined : app.blocks.get(target);
  const about = tables.find(({ id }) => block !== undefined && id === textSetting(block, 'table'));
  return ids((about?.fields ?? []).filter((field) => isOfUse(field, 'option')).slice(0, 2));
}

/** A new block that shows something at once, where the tables allow it. */
export function newBlock(app: App, page: AppPage, tables: readonly Table[], name: BlockName): NewBlock {
  const { settings } = blockType(name);
  const props: { [key: string]: NewBlock['props'][string] } = { ...blockProps(name) };
  const table = likelyTable(app, page, tables, name);
  if (settings.table !== undefined && table !== undefined)
    Object.assign(props, { table: table.id }, settingsOfTable(app, page, table, name));
  if (settings.target !== undefined) {
    const target = [...app.blocks.values()].findLast(
      (block) => block.page === page.id && block.type.reads === 'many',
    );
    if (target !== undefined) props.target = target.id;
    if (settings.fields !== undefined) props.fields = fieldsOfTarget(app, tables, target?.id ?? null);
  }
  const section = (title: string): NewBlock => ({
    props: { ...blockProps('section'), ...(title && { title }) },
  });
  if (name === 'columns') return { props, inner: [section(''), section('')] };
  if (name === 'tabs') return { props, inner: [section('First'), section('Second')] };
  return { props };
}
