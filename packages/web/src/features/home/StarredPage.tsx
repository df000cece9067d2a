import { Star } from 'lucide-react';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { FlowListing } from './FlowListing.tsx';
import { starredList } from './home-list.ts';
import { useFlowMenu } from './use-flow-menu.tsx';
import { useHomeSettings } from './use-home-settings.ts';

/** What one starred. */
export function StarredPage() {
  usePageTitle('Starred');
  const settings = useHomeSettings();
  const menu = useFlowMenu();
  return (
    <>
      <header className="flex min-h-14 shrink-0 items-center border-line-subtle border-b px-8 max-sm:px-4">
        <h1 className="font-semibold text-title">Starred</h1>
      </header>
      <div className="flex-1 pb-21">
        <FlowListing
          list={starredList(settings)}
          title="Starred"
          asTable={settings.asTable}
          menu={menu}
          empty={{ icon: Star, title: 'No starred items yet' }}
        />
      </div>
      {menu.parts}
    </>
  );
}
