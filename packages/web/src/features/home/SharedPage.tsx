import { Users } from 'lucide-react';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { FlowListing } from './FlowListing.tsx';
import { sharedList } from './home-list.ts';
import { useFlowMenu } from './use-flow-menu.tsx';
import { useHomeSettings } from './use-home-settings.ts';

/** What organizations share with the person that they are not of. */
export function SharedPage() {
  usePageTitle('Shared with you');
  const settings = useHomeSettings();
  const menu = useFlowMenu();
  return (
    <>
      <header className="flex min-h-14 shrink-0 items-center border-line-subtle border-b px-8 max-sm:px-4">
        <h1 className="font-semibold text-title">Shared with you</h1>
      </header>
      <div className="flex-1 pb-21">
        <FlowListing
          list={sharedList(settings)}
          title="By other organizations"
          asTable={settings.asTable}
          menu={menu}
          empty={{ icon: Users, title: 'Nothing shared yet' }}
        />
      </div>
      {menu.parts}
    </>
  );
}
