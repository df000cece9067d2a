import { type AppPageView, isIcon } from '@weft/public';
import { blockViews } from './block-views.ts';
import { maySee, opensAlone, type PageContext } from './page-context.ts';
import type { Cursors } from './rows-view.ts';

/** What went wrong with something that has no place of its own to say it. */
function faultOf({ app, sentBack }: PageContext): string | null {
  const block = sentBack && app.blocks.get(sentBack.blockId);
  return sentBack === null || block?.type.takes === true
    ? null
    : (sentBack.faults.values().next().value ?? null);
}

/** What a page shows somebody. */
export async function pageView(
  context: PageContext,
  cursors: Cursors,
  { canvas = false, notice = null as string | null, isDraft = false } = {},
): Promise<AppPageView> {
  const { app, at, page, sight } = context;
  const { user } = sight.visitor;
  const shown = app.pages.filter((one) => one.inNavigation && opensAlone(app, one) && maySee(context, one));
  return {
    appName: app.title,
    logo: app.logo === null ? null : at.aside(`images/${app.logo}`),
    title: page.label,
    navigation: app.navigation,
    home: at.home,
    pages: shown.map((one) => ({
      ...{ label: one.label, href: at.page(one.slug) },
      icon: one.icon !== null && isIcon(one.icon) ? one.icon : null,
      isOpen: one.id === page.id,
    })),
    person:
      user === null
        ? null
        : { name: user.name, email: user.email, signOut: { action: at.aside('sign-out'), parts: [] } },
    signIn: user === null && app.users !== null ? at.aside('sign-in') : null,
    blocks: await blockViews(context, page.blocks, cursors),
    ...{ notice, canvas, fault: faultOf(context) },
    // Of a draft nothing is told: the editor draws it anew.
    live: isDraft ? null : `${at.aside('live')}?since=${sight.version}`,
  };
}
