import { RotateCcw, Trash2 } from 'lucide-react';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { FlowGrid } from './FlowGrid.tsx';
import { moveFlow } from './flow-changes.ts';
import { flowMenu } from './flow-menu.ts';

/** What was moved to the trash, to be brought back. */
export function TrashPage() {
  usePageTitle('Trash');
  return (
    <>
      <header className="flex min-h-14 shrink-0 items-center border-line-subtle border-b px-8 max-sm:px-4">
        <h1 className="font-semibold text-title">Trash</h1>
      </header>
      <div className="flex-1 px-8 py-6 max-sm:px-4">
        <FlowGrid
          trashed
          search=""
          itemsOf={(flow) =>
            flowMenu(flow).includes('restore')
              ? [{ label: 'Restore', icon: RotateCcw, onSelect: () => void moveFlow(flow, 'restore') }]
              : []
          }
          empty={{ icon: Trash2, title: 'Trash is empty', text: 'What you move to the trash waits here.' }}
        />
      </div>
    </>
  );
}
