import { useQuery } from '@tanstack/react-query';
import { SegmentedControl } from '@weft/ui';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { meQuery, placesQuery } from '../../queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { FlowListing } from './FlowListing.tsx';
import { sharedTrashList, trashList } from './home-list.ts';
import { useFlowMenu } from './use-flow-menu.tsx';
import { useHomeSettings } from './use-home-settings.ts';

/** More than these scroll below the title of the page (specification 3, section 9). */
const shownAtOnce = 15;

/** What was moved to the trash, to be brought back: of the organization, and for collaborators of others too. */
export function TrashPage() {
  usePageTitle('Trash');
  const { asTable } = useHomeSettings();
  const { data: me } = useQuery(meQuery);
  const { data: places } = useQuery(placesQuery);
  const [shared, setShared] = useState(false);
  const menu = useFlowMenu(shared);
  const scrolls = !shared && (places?.trashCount ?? 0) > shownAtOnce;
  return (
    <div
      className={`flex min-h-0 flex-1 flex-col ${scrolls ? 'max-h-[calc(100dvh-52px)] lg:max-h-[calc(100dvh-18px)]' : ''}`}
    >
      <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line-subtle border-b px-8 py-2 max-sm:px-4">
        <h1 className="font-semibold text-title">Trash</h1>
        <p className="text-base text-text-muted">Items are removed for good 30 days after they came here.</p>
        {me?.isCollaborator && (
          <span className="ms-auto">
            <SegmentedControl
              label="Trash of"
              value={shared ? 'shared' : 'own'}
              segments={[
                { value: 'own', label: 'This organization' },
                { value: 'shared', label: 'Shared with you' },
              ]}
              onChange={(of) => setShared(of === 'shared')}
            />
          </span>
        )}
      </header>
      <div className={scrolls ? 'min-h-0 flex-1 overflow-y-auto pb-21' : 'flex-1 pb-21'}>
        <FlowListing
          key={String(shared)}
          list={shared ? sharedTrashList : trashList}
          title={shared ? 'By other organizations' : 'Trash'}
          count={shared ? undefined : places?.trashCount}
          asTable={asTable}
          menu={menu}
          empty={{ icon: Trash2, title: 'Trash is empty', text: 'What you move to the trash waits here.' }}
        />
      </div>
      {menu.parts}
    </div>
  );
}
