import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { IconButton, lazyPart, Sheet } from '@weft/ui';
import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { meQuery } from '../../queries.ts';
import { Mark } from '../../shell/Mark.tsx';
import { useChosenTheme } from '../../shell/use-chosen-theme.ts';
import { Sidebar } from './Sidebar.tsx';

const VerifyNotice = lazyPart(
  () => import('../auth/VerifyNotice.tsx').then((part) => part.VerifyNotice),
  () => null,
);

/** The sidebar beside the pages of home; behind a button where there is no room for it. */
export function HomeLayout() {
  const [open, setOpen] = useState(false);
  const { data: me } = useQuery(meQuery);
  useChosenTheme(me?.settings.theme);
  // Where no mail is sent there is none to look for; the settings say what to do.
  const unverified = me?.mail === 'sent' && !me.user.emailVerified ? me.user.email : null;
  return (
    <div className="flex min-h-dvh bg-canvas">
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
          <Outlet />
        </main>
      </div>
      <Sheet open={open} onOpenChange={setOpen} label="Menu">
        <Sidebar onLeave={() => setOpen(false)} />
      </Sheet>
    </div>
  );
}
