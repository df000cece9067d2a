import { useNavigate } from '@tanstack/react-router';
import { Button } from '@weft/ui';
import { PanelsTopLeft, Plus } from 'lucide-react';
import { paths } from '../../paths.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { FlowListing } from './FlowListing.tsx';
import { appList } from './home-list.ts';
import { ListingTools, roundOnPhones } from './ListingTools.tsx';
import { useFlowMenu } from './use-flow-menu.tsx';
import { useHomeSettings } from './use-home-settings.ts';

/** All apps that one may see, and the way to a new one. */
export function AppsPage() {
  usePageTitle('Apps');
  const navigate = useNavigate();
  const settings = useHomeSettings();
  const menu = useFlowMenu();
  const create = (
    <Button
      variant="primary"
      icon={Plus}
      size="lg"
      className={roundOnPhones}
      onClick={() => void navigate({ to: paths.newFlow('zite') })}
    >
      <span className="max-sm:sr-only">Create app</span>
    </Button>
  );
  return (
    <>
      <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-2 border-line-subtle border-b px-8 py-2 max-sm:px-4">
        <h1 className="flex-1 font-semibold text-title">Apps</h1>
        <ListingTools settings={settings} />
        {create}
      </header>
      <div className="flex-1 pb-21">
        <FlowListing
          list={appList(settings)}
          title="All apps"
          asTable={settings.asTable}
          menu={menu}
          empty={{
            icon: PanelsTopLeft,
            title: 'No apps yet',
            text: 'An app shows the records of a database to the people you choose.',
          }}
        />
      </div>
      {menu.parts}
    </>
  );
}
