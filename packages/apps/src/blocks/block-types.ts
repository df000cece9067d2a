import type { BlockType } from './block-type.ts';
import { button } from './button.ts';
import { calendar } from './calendar.ts';
import { chart } from './chart.ts';
import { columns } from './columns.ts';
import { detail } from './detail.ts';
import { embed } from './embed.ts';
import { filterBar } from './filter-bar.ts';
import { form } from './form.ts';
import { gallery } from './gallery.ts';
import { heading } from './heading.ts';
import { image } from './image.ts';
import { kanban } from './kanban.ts';
import { list } from './list.ts';
import { metric } from './metric.ts';
import { search } from './search.ts';
import { section } from './section.ts';
import { table } from './table.ts';
import { tabs } from './tabs.ts';
import { text } from './text.ts';

/** THE list of blocks, in the order they are offered; the names are stored and never change. */
const blockTypes = {
  list,
  table,
  gallery,
  kanban,
  calendar,
  detail,
  form,
  chart,
  metric,
  heading,
  text,
  image,
  embed,
  button,
  search,
  filterBar,
  columns,
  section,
  tabs,
} as const satisfies { readonly [name: string]: BlockType };

export type BlockName = keyof typeof blockTypes;

export const blockNames = Object.keys(blockTypes) as readonly BlockName[];

export const isBlockName = (name: unknown): name is BlockName =>
  typeof name === 'string' && Object.hasOwn(blockTypes, name);

export const blockType = (name: BlockName): BlockType => blockTypes[name];
