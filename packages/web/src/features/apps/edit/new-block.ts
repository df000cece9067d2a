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

/** The table that a new block is likely to be about. */
function likelyTable(app: App, page: AppPage, tables: readonly Table[], name: BlockName): Table | undefined {
  const used = [...app.blocks.values()].filter((block) => block.page === page.id);
  const ofPage = blockType(name).reads === 'one' ? page.table : null;
  const wanted = [ofPage, ...used.map((block) => textSetting(block, 'table')), page.table];
  const known = wanted.find((id) => id !== null && tables.some((table) => table.id === id));
  return tables.find(({ id }) => id === known) ?? tables[0];
}

/** A new block that shows something at once, where the tables allow it. */
export function newBlock(app: App, page: AppPage, tables: readonly Table[], name: BlockName): NewBlock {
  const { settings } = blockType(name);
  const props: { [key: string]: NewBlock['props'][string] } = { ...blockProps(name) };
  const table = likelyTable(app, page, tables, name);
  if (settings.table !== undefined && table !== undefined) props.table = table.id;
  if (settings.target !== undefined) {
    const target = [...app.blocks.values()].findLast(
      (block) => block.page === page.id && block.type.reads === 'many',
    );
    if (target !== undefined) props.target = target.id;
    const about = tables.find(({ id }) => target !== undefined && id === textSetting(target, 'table'));
    if (settings.fields !== undefined && about !== undefined)
      props.fields = ids(about.fields.filter((field) => isOfUse(field, 'option')).slice(0, 2));
  } else if (settings.fields !== undefined && table !== undefined) {
    const fields = tellingFields(table);
    props.fields =
      name === 'form' ? ids(fields.filter(isWritten)).slice(0, 20) : ids(fields.slice(0, firstFields));
  }
  for (const [key, setting] of Object.entries(settings)) {
    if (setting.kind !== 'field' || setting.use === undefined || !blockType(name).needs.includes(key))
      continue;
    const { use } = setting;
    const field = table?.fields.find((each) => isOfUse(each, use));
    if (field !== undefined) props[key] = field.id;
  }
  if (name === 'form' && page.table !== null && page.table === table?.id) props.mode = 'update';
  const section = (title: string): NewBlock => ({
    props: { ...blockProps('section'), ...(title && { title }) },
  });
  if (name === 'columns') return { props, inner: [section(''), section('')] };
  if (name === 'tabs') return { props, inner: [section('First'), section('Second')] };
  return { props };
}
