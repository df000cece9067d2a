import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { IconButton, lazyPart, Sheet } from '@weft/ui';
import { Keyboard, Menu as MenuIcon } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { meQuery, notificationsQuery } from '../../queries.ts';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { Mark } from '../../shell/Mark.tsx';
import { usePageCommands } from '../../shell/palette/page-commands.ts';
import { useChosenTheme } from '../../shell/use-chosen-theme.ts';
import { Sidebar } from './Sidebar.tsx';

const VerifyNotice = lazyPart(
  () => import('../auth/VerifyNotice.tsx').then((part) => part.VerifyNotice),
  () => null,
);

const FlowJobs = lazyPart(
  () => import('./flow-jobs/FlowJobs.tsx').then((part) => part.FlowJobs),
  () => null,
);

const HomeShortcuts = lazyDialog(() => import('./HomeShortcuts.tsx').then((part) => part.HomeShortcuts));

const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** '?' asks what the keys do; not where it is written, nor behind a dialog. */
function useHelpKey(page: RefObject<HTMLElement | null>, onHelp: () => void): void {
  const latest = useRef(onHelp);
  latest.current = onHelp;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || writes(event.target)) return;
      if (page.current?.closest('[aria-hidden=true]') === null) latest.current();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [page]);
}

/** The sidebar beside the pages of home; behind a button where there is no room for it. */
export function HomeLayout() {
  const [open, setOpen] = useState(false);
  const { data: me } = useQuery(meQuery);
  useChosenTheme(me?.settings.theme);
  const { data: told } = useQuery(notificationsQuery);
  const [helping, setHelping] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  useHelpKey(page, () => setHelping(true));
  usePageCommands([
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      icon: Keyboard,
      keys: '?',
      run: () => setHelping(true),
    },
  ]);
  // Where no mail is sent there is none to look for; the settings say what to do.
  const unverified = me?.mail === 'sent' && !me.user.emailVerified ? me.user.email : null;
  return (
    <div ref={page} className="flex min-h-dvh bg-canvas">
      <nav
        aria-label="Main"
        className="sticky top-0 flex h-dvh w-(--w-sidebar) shrink-0 flex-col max-lg:hidden"
      >
        <Sidebar />
      </nav>
      <div className="flex min-w-0 flex-1 flex-col lg:p-2 lg:ps-0">
        <div className="flex h-13 shrink-0 items-center gap-2 px-3 lg:hidden">
          <IconButton icon={MenuIcon} label="Menu" onClick={() => setOpen(true)} />
          <Mark />
        </div>
        <main className="flex min-w-0 flex-1 flex-col bg-surface lg:rounded-lg lg:border">
          {unverified !== null && <VerifyNotice email={unverified} />}
          {told !== undefined && told.flowJobs > 0 && <FlowJobs />}
          <Outlet />
        </main>
      </div>
      {helping && <HomeShortcuts onClose={() => setHelping(false)} />}
      <Sheet open={open} onOpenChange={setOpen} label="Menu">
        <Sidebar onLeave={() => setOpen(false)} />
      </Sheet>
    </div>
  );
}
