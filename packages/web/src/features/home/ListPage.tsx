import { usePageTitle } from '../../shell/use-page-title.ts';
import { FlowListing, type FlowListingProps } from './FlowListing.tsx';
import type { HomeSettings } from './home-list.ts';
import { useFlowMenu } from './use-flow-menu.tsx';
import { useHomeSettings } from './use-home-settings.ts';

interface ListPageProps {
  readonly heading: string;
  /** The title of the one group of the list. */
  readonly title: string;
  readonly listOf: (settings: HomeSettings) => FlowListingProps['list'];
  readonly empty: FlowListingProps['empty'];
  /** They are of organizations that one is not of. */
  readonly outside?: boolean;
}

/** A page of one list of items, without tools of its own. */
export function ListPage({ heading, title, listOf, empty, outside = false }: ListPageProps) {
  usePageTitle(heading);
  const settings = useHomeSettings();
  const menu = useFlowMenu(outside);
  return (
    <>
      <header className="flex min-h-14 shrink-0 items-center border-line-subtle border-b px-8 max-sm:px-4">
        <h1 className="font-semibold text-title">{heading}</h1>
      </header>
      <div className="flex-1 pb-21">
        <FlowListing
          list={listOf(settings)}
          title={title}
          asTable={settings.asTable}
          menu={menu}
          empty={empty}
        />
      </div>
      {menu.parts}
    </>
  );
}
