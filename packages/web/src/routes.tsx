import { createRoute, createRouter, notFound, redirect } from '@tanstack/react-router';
import { withoutUndefined } from '@weft/std';
import { authRoutes, root } from './auth-routes.ts';
import { ResultsTab } from './features/forms/lazy-results-tab.ts';
import {
  appList,
  homeSettingsOf,
  schedulingList,
  sharedList,
  starredList,
  trashList,
} from './features/home/home-list.ts';
import { readHome, readWorkspace } from './features/home/read-home.ts';
import {
  catalogueQuery,
  connectionsQuery,
  connectorsQuery,
} from './features/integrations/integration-queries.ts';
import { isSection, sections } from './features/settings/sections.ts';
import { paths } from './paths.ts';
import {
  flowsQuery,
  knownMe,
  organizationsQuery,
  peopleQuery,
  placesQuery,
  queryClient,
  readPagesSoon,
  readSoon,
  visitorQuery,
  whenSignedOut,
} from './queries.ts';
import {
  creationPath,
  type HomeSearch,
  readCreation,
  readHomeSearch,
  readNewFlowAddress,
} from './shell/home-address.ts';
import { PageFailed, PageLoading } from './shell/pages.tsx';
import { lazyPage, requireMe, requireMeToOpen } from './shell/route-parts.ts';
import { connectSearch, importSearch, nextSearch, text } from './shell/route-search.ts';
import { withTemporal } from './shell/with-temporal.ts';

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.home });
  },
});

const homeLayout = createRoute({
  getParentRoute: () => root,
  id: 'home-layout',
  beforeLoad: requireMe,
  loader: () => {
    readSoon(placesQuery);
    readSoon(organizationsQuery);
  },
  component: lazyPage(() => import('./features/home/HomeLayout.tsx'), 'HomeLayout'),
});

/** A form for a service begins with its theme. The router hands over what was left out of the search as well. */
function leadToTheme({ search }: { readonly search: HomeSearch }): void {
  const { integration } = readHomeSearch({ ...search });
  if (integration === undefined) return;
  const creation = { ...readCreation(), stage: 'choose-theme', serviceType: integration } as const;
  throw redirect({ to: creationPath(creation, null), replace: true });
}

const home = createRoute({
  getParentRoute: () => homeLayout,
  path: '/home',
  validateSearch: readHomeSearch,
  beforeLoad: leadToTheme,
  loader: () => readHome(null),
  component: lazyPage(() => import('./features/home/HomePage.tsx'), 'HomePage'),
});

/** A database is made in a dialog of home; nothing is at the address of what nobody can make. */
function leadToCreate({
  params,
}: {
  readonly params: { readonly kind?: string; readonly workspaceSlug?: string };
}): void {
  const address = readNewFlowAddress(params);
  if (address === null) throw notFound();
  const { type, workspaceSlug } = address;
  if (type !== 'base') return;
  const to = workspaceSlug === null ? paths.home : paths.workspace(workspaceSlug);
  throw redirect({ to, search: { newDatabaseModal: 'open' } });
}

const newFlowPage = lazyPage(() => import('./features/forms/NewFormPage.tsx'), 'NewFormPage');

/** What stands behind 'new' names the stage of making a form, and what was chosen before it. */
const newFlowRoutes = (
  [
    '/home/new',
    '/home/$kind/new',
    '/home/$kind/$workspaceSlug/new',
    '/home/$kind/$workspaceSlug/new/$',
  ] as const
).map((path) =>
  createRoute({
    getParentRoute: () => homeLayout,
    path,
    validateSearch: (search: { readonly [key: string]: unknown }) =>
      withoutUndefined({ name: text(search.name), base: text(search.base), table: text(search.table) }),
    beforeLoad: leadToCreate,
    component: newFlowPage,
  }),
);

const newAppRoutes = (['/home/zite/new', '/home/zite/$workspaceSlug/new'] as const).map((path) =>
  createRoute({
    getParentRoute: () => homeLayout,
    path,
    component: lazyPage(() => import('./features/apps/create/NewAppPage.tsx'), 'NewAppPage'),
  }),
);

const starred = createRoute({
  getParentRoute: () => homeLayout,
  path: '/home/starred',
  loader: () => readPagesSoon(flowsQuery(starredList(homeSettingsOf(knownMe()?.settings)))),
  component: lazyPage(() => import('./features/home/StarredPage.tsx'), 'StarredPage'),
});

const shared = createRoute({
  getParentRoute: () => homeLayout,
  path: '/home/shared',
  loader: () => readPagesSoon(flowsQuery(sharedList(homeSettingsOf(knownMe()?.settings)))),
  component: lazyPage(() => import('./features/home/SharedPage.tsx'), 'SharedPage'),
});

const workspace = createRoute({
  getParentRoute: () => homeLayout,
  path: '/home/$workspaceSlug',
  validateSearch: readHomeSearch,
  // The page itself says what could not be read.
  loader: ({ params }) => readWorkspace(params.workspaceSlug).catch(() => {}),
  component: lazyPage(() => import('./features/home/WorkspacePage.tsx'), 'WorkspacePage'),
});

/** Fetched with the pages that need it: home itself must be small. */
const calendarCalls = () => import('./features/scheduling/calendar-calls.ts');

const scheduling = createRoute({
  getParentRoute: () => homeLayout,
  path: '/home/scheduling',
  loader: async () => {
    readPagesSoon(flowsQuery(schedulingList(homeSettingsOf(knownMe()?.settings))));
    readSoon(peopleQuery);
    readSoon((await calendarCalls()).calendarsQuery);
  },
  component: lazyPage(() => import('./features/home/SchedulingPage.tsx'), 'SchedulingPage'),
});

const availability = createRoute({
  getParentRoute: () => homeLayout,
  path: '/home/scheduling/availability',
  validateSearch: (search: { readonly [key: string]: unknown }) =>
    withoutUndefined({ user: text(search.user), edit: text(search.edit) }),
  loaderDeps: ({ search: { user } }) => ({ user }),
  loader: async ({ deps }) =>
    (await import('./features/scheduling/availability-calls.ts')).readAvailabilityPage(deps.user),
  component: lazyPage(() => import('./features/scheduling/AvailabilityPage.tsx'), 'AvailabilityPage'),
});

const readIntegrations = () => {
  readSoon(catalogueQuery);
  readSoon(connectionsQuery);
};

const integrations = createRoute({
  getParentRoute: () => homeLayout,
  path: '/home/integrations',
  validateSearch: connectSearch,
  loader: readIntegrations,
  component: lazyPage(() => import('./features/integrations/IntegrationsPage.tsx'), 'IntegrationsPage'),
});

const connect = createRoute({
  getParentRoute: () => homeLayout,
  path: '/home/integrations/new/$serviceType',
  validateSearch: nextSearch,
  loader: readIntegrations,
  component: lazyPage(() => import('./features/integrations/ConnectPage.tsx'), 'ConnectPage'),
});

const editConnection = createRoute({
  getParentRoute: () => homeLayout,
  path: '/home/integrations/edit/$serviceId',
  validateSearch: connectSearch,
  loader: readIntegrations,
  component: lazyPage(() => import('./features/integrations/ConnectPage.tsx'), 'EditConnectionPage'),
});

const connectors = createRoute({
  getParentRoute: () => homeLayout,
  path: '/home/integrations/connectors',
  loader: () => readSoon(connectorsQuery),
  component: lazyPage(
    () => import('./features/integrations/connectors/ConnectorsPage.tsx'),
    'ConnectorsPage',
  ),
});

const connector = createRoute({
  getParentRoute: () => homeLayout,
  path: '/home/integrations/connectors/$connectorType',
  loader: () => readSoon(connectorsQuery),
  component: lazyPage(() => import('./features/integrations/connectors/ConnectorPage.tsx'), 'ConnectorPage'),
});

const calendars = createRoute({
  getParentRoute: () => homeLayout,
  path: '/home/scheduling/calendars',
  validateSearch: connectSearch,
  loader: async () => {
    const { appsQuery, calendarsQuery } = await calendarCalls();
    readSoon(calendarsQuery);
    readSoon(appsQuery);
  },
  component: lazyPage(() => import('./features/scheduling/CalendarsPage.tsx'), 'CalendarsPage'),
});

const trash = createRoute({
  getParentRoute: () => homeLayout,
  path: '/home/trash',
  loader: () => readPagesSoon(flowsQuery(trashList)),
  component: lazyPage(() => import('./features/home/TrashPage.tsx'), 'TrashPage'),
});

const settingsHome = createRoute({
  getParentRoute: () => homeLayout,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: paths.settings('profile'), replace: true });
  },
});

const settings = createRoute({
  getParentRoute: () => homeLayout,
  path: '/settings/$section',
  loader: ({ params: { section } }) => {
    const me = knownMe();
    if (me !== null && isSection(section) && sections[section].shown(me)) sections[section].read();
  },
  component: lazyPage(() => import('./features/settings/SettingsPage.tsx'), 'SettingsPage'),
});

const database = createRoute({
  getParentRoute: () => root,
  path: '/database/$baseId',
  validateSearch: (search: { readonly [key: string]: unknown }) => {
    return withoutUndefined({
      table: text(search.table),
      view: text(search.view),
      record: text(search.record),
      ...importSearch(search),
    });
  },
  beforeLoad: requireMeToOpen,
  component: lazyPage(() => withTemporal(() => import('./features/base/DatabaseRoute.tsx')), 'DatabaseRoute'),
});

const editor = createRoute({
  getParentRoute: () => root,
  // The last part is an answer, of the results.
  path: '/editor/$flowId/$tab/{-$answerId}',
  validateSearch: (search: { readonly [key: string]: unknown }) =>
    withoutUndefined({
      table: text(search.table),
      view: text(search.view),
      record: text(search.record),
      ...connectSearch(search),
      connected: text(search.connected),
      continueImport: text(search.continueImport),
    }),
  beforeLoad: requireMeToOpen,
  loader: ({ params }) => {
    if (params.tab === 'results') ResultsTab.preload();
  },
  component: lazyPage(() => import('./features/forms/EditorRoute.tsx'), 'EditorRoute'),
});

/** An app opens in an editor of its own. The last part is of the tab 'integrations': what is connected. */
const appEditor = createRoute({
  getParentRoute: () => root,
  path: '/editor/zite/$flowId/{-$tab}/{-$part}',
  validateSearch: (search: { readonly [key: string]: unknown }) =>
    withoutUndefined({
      tab: text(search.tab),
      service: text(search.service),
      ...connectSearch(search),
      connected: text(search.connected),
      continueImport: text(search.continueImport),
      stays: text(search.stays),
    }),
  beforeLoad: requireMeToOpen,
  component: lazyPage(() => import('./features/apps/AppEditorRoute.tsx'), 'AppEditorRoute'),
});

/** The area of apps: home, showing them alone. */
const appArea = createRoute({
  getParentRoute: () => homeLayout,
  path: '/zite',
  loader: () => readPagesSoon(flowsQuery(appList(homeSettingsOf(knownMe()?.settings)))),
  component: lazyPage(() => import('./features/home/AppsPage.tsx'), 'AppsPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    index,
    ...authRoutes,
    homeLayout.addChildren([
      home,
      ...newFlowRoutes,
      ...newAppRoutes,
      appArea,
      starred,
      shared,
      scheduling,
      availability,
      calendars,
      integrations,
      connect,
      editConnection,
      connectors,
      connector,
      workspace,
      trash,
      settingsHome,
      settings,
    ]),
    database,
    editor,
    appEditor,
  ]),
  defaultPreload: 'intent',
  // What was read stands in the cache of the queries, which knows how old it is.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PageLoading,
  defaultPendingMs: 400,
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
});

// The code of a page is fetched beside the question who looks at it, which goes first: connections are few.
router.subscribe('onBeforeNavigate', ({ toLocation }) => {
  void queryClient.ensureQueryData(visitorQuery).catch(() => {});
  for (const { options } of router.getMatchedRoutes(toLocation.pathname)[0])
    void options.component?.preload?.();
});

// A list that is refused means the session ended: the page one is on asks to sign in, and comes back after it.
whenSignedOut(() => void router.invalidate());

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
