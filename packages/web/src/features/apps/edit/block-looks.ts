import type { AppPage, BlockName, BlockType } from '@weft/apps';
import type { IconType } from '@weft/ui';
import {
  AlignLeft,
  CalendarDays,
  ChartColumn,
  Columns2,
  FileText,
  Filter,
  Hash,
  Heading,
  House,
  IdCard,
  Image,
  Kanban,
  LayoutGrid,
  List,
  MousePointerClick,
  PanelTop,
  Rows3,
  Search,
  SquareCode,
  SquareDashed,
  Table2,
  TextCursorInput,
} from 'lucide-react';

/** The drawing of each kind of block. */
export const blockIcons: { readonly [B in BlockName]: IconType } = {
  list: List,
  table: Table2,
  gallery: LayoutGrid,
  kanban: Kanban,
  calendar: CalendarDays,
  detail: IdCard,
  form: TextCursorInput,
  chart: ChartColumn,
  metric: Hash,
  heading: Heading,
  text: AlignLeft,
  image: Image,
  embed: SquareCode,
  button: MousePointerClick,
  search: Search,
  filterBar: Filter,
  columns: Columns2,
  section: SquareDashed,
  tabs: PanelTop,
};

/** The groups of what can be added, in order. */
export const blockGroups: readonly { readonly group: BlockType['group']; readonly label: string }[] = [
  { group: 'records', label: 'Records' },
  { group: 'control', label: 'Controls' },
  { group: 'content', label: 'Content' },
  { group: 'layout', label: 'Layout' },
];

/** The first page is where the app begins; a page about a record is told from others. */
export const pageIcon = (page: AppPage, isFirst: boolean): IconType =>
  isFirst ? House : page.table !== null ? FileText : Rows3;
