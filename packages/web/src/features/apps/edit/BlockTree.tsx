import type { AppBlock } from '@weft/apps';
import { Icon, IconButton, Popover } from '@weft/ui';
import { Plus, TriangleAlert } from 'lucide-react';
import { type TreeItem, TreeList } from '../../../editor/TreeList.tsx';
import { type AppEditing, blockLabel } from '../app-editing.ts';
import { blockIcons } from './block-looks.ts';
import { Palette } from './Palette.tsx';
import type { AppView } from './use-app-view.ts';

interface BlockTreeProps {
  readonly editing: AppEditing;
  readonly view: AppView;
  /** Whether the blocks that can be added show. */
  readonly adding: boolean;
  readonly onAdding: (open: boolean) => void;
}

/** What stands on the page, in one another; a press selects it. */
export function BlockTree({ editing, view, adding, onAdding }: BlockTreeProps) {
  const faulty = new Set(
    editing.problems.flatMap(({ severity, blockId }) => (severity === 'error' ? (blockId ?? []) : [])),
  );
  const itemsOf = (blocks: readonly AppBlock[], level: number): readonly TreeItem[] =>
    blocks.flatMap((block) => [
      {
        ...{ id: block.id, label: blockLabel(editing, block), icon: blockIcons[block.name], level },
        holds: block.type.holds !== undefined,
        mark: faulty.has(block.id) && (
          <>
            <Icon of={TriangleAlert} size={14} className="text-warning-text" />
            <span className="sr-only">Something is missing</span>
          </>
        ),
      },
      ...itemsOf(block.inner, level + 1),
    ]);
  const items = itemsOf(view.page?.blocks ?? [], 0);
  return (
    <section aria-label="On this page" className="min-h-0 flex-1 overflow-y-auto p-2">
      <div className="flex h-9 items-center justify-between ps-2">
        <h2 className="font-semibold text-base">On this page</h2>
        <Popover
          label="Add a block"
          align="start"
          width={280}
          padded={false}
          open={adding}
          onOpenChange={onAdding}
          trigger={
            <IconButton plain size="sm" icon={Plus} label="Add a block" disabled={view.page === undefined} />
          }
        >
          <Palette
            onAdd={(name) => {
              onAdding(false);
              view.add(name);
            }}
          />
        </Popover>
      </div>
      {items.length === 0 && (
        <p className="px-2 text-small text-text-subtle">Nothing yet. Press + or / to add a block.</p>
      )}
      <TreeList
        label="Blocks of the page"
        items={items}
        selected={view.selected}
        onSelect={view.select}
        onStep={view.step}
        onDrop={view.move}
        onRemove={view.remove}
      />
    </section>
  );
}
