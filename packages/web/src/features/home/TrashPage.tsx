import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { placesQuery } from '../../queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { FlowListing } from './FlowListing.tsx';
import { trashList } from './home-list.ts';
import { useFlowMenu } from './use-flow-menu.tsx';
import { useHomeSettings } from './use-home-settings.ts';

/** What was moved to the trash, to be brought back. */
export function TrashPage() {
  usePageTitle('Trash');
  const { asTable } = useHomeSettings();
  const { data: places } = useQuery(placesQuery);
  const menu = useFlowMenu();
  return (
    <>
      <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 border-line-subtle border-b px-8 py-2 max-sm:px-4">
        <h1 className="font-semibold text-title">Trash</h1>
        <p className="text-base text-text-muted">Items are removed for good 30 days after they came here.</p>
      </header>
      <div className="flex-1 pb-21">
        <FlowListing
          list={trashList}
          title="Trash"
          count={places?.trashCount}
          asTable={asTable}
          menu={menu}
          empty={{ icon: Trash2, title: 'Trash is empty', text: 'What you move to the trash waits here.' }}
        />
      </div>
      {menu.parts}
    </>
  );
}
