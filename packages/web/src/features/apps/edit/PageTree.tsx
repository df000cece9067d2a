import type { AppPage } from '@weft/apps';
import { Icon, IconButton, Menu, type MenuItem } from '@weft/ui';
import { FileText, Lock, Plus, Rows3, TriangleAlert } from 'lucide-react';
import { type TreeItem, TreeList } from '../../../editor/TreeList.tsx';
import type { AppEditing } from '../app-editing.ts';
import { pageIcon } from './block-looks.ts';
import type { AppView } from './use-app-view.ts';

/** A page that is in no navigation stands below the one before it, from which it is reached. */
export const levelOf = (pages: readonly AppPage[], at: number): number =>
  pages[at]?.inNavigation !== true && pages.slice(0, at).some(({ inNavigation }) => inNavigation) ? 1 : 0;

/** The pages in order, the first of which is where the app begins. */
export function PageTree({ editing, view }: { readonly editing: AppEditing; readonly view: AppView }) {
  const { app, tables, problems } = editing;
  const faulty = new Set(
    problems.flatMap(({ severity, blockId }) =>
      severity === 'error' && blockId !== null ? [app.blocks.get(blockId)?.page ?? blockId] : [],
    ),
  );
  const markOf = (page: AppPage, at: number) => {
    if (faulty.has(page.id))
      return (
        <>
          <Icon of={TriangleAlert} size={14} className="text-warning-text" />
          <span className="sr-only">Something is missing</span>
        </>
      );
    if (at === 0) return <span className="font-normal text-small text-text-subtle">Start</span>;
    if (page.visibleTo !== 'everyone' && app.access === 'public')
      return (
        <>
          <Icon of={Lock} size={14} className="text-text-subtle" />
          <span className="sr-only">For signed-in people</span>
        </>
      );
    return null;
  };
  const items = app.pages.map(
    (page, at): TreeItem => ({
      ...{ id: page.id, label: page.label.trim() || 'Unnamed page', level: levelOf(app.pages, at) },
      ...{ icon: pageIcon(page, at === 0), holds: false, mark: markOf(page, at) },
    }),
  );
  const kinds: readonly MenuItem[] = [
    { label: 'Page', icon: Rows3, onSelect: () => view.addPage() },
    ...(tables.length === 0 ? [] : ['separator' as const, { heading: 'About one record of' }]),
    ...tables.map((table) => ({
      ...{ label: table.name, icon: FileText, onSelect: () => view.addPage(table.id) },
    })),
  ];
  return (
    <section aria-label="Pages" className="max-h-1/2 shrink-0 overflow-y-auto border-b p-2">
      <div className="flex h-9 items-center justify-between ps-2">
        <h2 className="font-semibold text-base">Pages</h2>
        <Menu
          align="end"
          maxHeight={400}
          trigger={<IconButton plain size="sm" icon={Plus} label="Add a page" />}
          items={kinds}
        />
      </div>
      <TreeList
        label="Pages"
        items={items}
        selected={view.page?.id ?? null}
        onSelect={view.openPage}
        onStep={view.step}
        onDrop={view.move}
        onRemove={view.remove}
      />
    </section>
  );
}
