import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Avatar, Icon, type IconType, Menu, shortcut, toast } from '@weft/ui';
import {
  Blocks,
  CalendarDays,
  ChevronsUpDown,
  House,
  LogOut,
  MessageCircle,
  Monitor,
  Moon,
  PanelsTopLeft,
  Search,
  Settings,
  Star,
  Sun,
  Trash2,
  UserPlus,
  Users,
} from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { meQuery, placesQuery, queryClient } from '../../queries.ts';
import { chooseTheme } from '../../shell/choose-theme.ts';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { useOpenPalette } from '../../shell/palette/PaletteHost.tsx';
import { usePageCommands } from '../../shell/palette/page-commands.ts';
import { useTheme } from '../../shell/theme.ts';
import { NotificationBell } from './notifications/NotificationBell.tsx';
import { OrganizationSwitcher } from './OrganizationSwitcher.tsx';
import { WorkspaceList } from './workspaces/WorkspaceList.tsx';

const InviteDialog = lazyDialog(() =>
  import('../settings/InviteDialog.tsx').then((part) => part.InviteDialog),
);

const item =
  'flex h-8 w-full items-center gap-2.5 rounded-md px-2 font-medium text-base text-text-muted hover:bg-hover hover:text-text max-lg:h-12';

function PageLink(props: {
  readonly to: string;
  readonly icon: IconType;
  readonly label: string;
  /** How much lies there; nothing is said of none. */
  readonly count?: number | undefined;
  readonly onLeave: (() => void) | undefined;
}) {
  return (
    <Link
      to={props.to}
      activeOptions={{ exact: props.to === paths.home }}
      className={item}
      activeProps={{ className: 'bg-pressed text-text', 'aria-current': 'page' }}
      {...(props.onLeave && { onClick: props.onLeave })}
    >
      <Icon of={props.icon} />
      {props.label}
      {props.count !== undefined && props.count > 0 && (
        <span className="ms-auto text-small text-text-subtle tabular-nums">{props.count}</span>
      )}
    </Link>
  );
}

/** The organization, its pages, and the person. */
export function Sidebar({ onLeave }: { readonly onLeave?: () => void }) {
  const { data: me } = useSuspenseQuery(meQuery);
  const [inviting, setInviting] = useState(false);
  const navigate = useNavigate();
  const theme = useTheme();
  const openPalette = useOpenPalette();
  const { data: places } = useQuery(placesQuery);
  usePageCommands([
    { id: 'invite', label: 'Invite people', icon: UserPlus, run: () => setInviting(true) },
    { id: 'sign-out', label: 'Sign out', icon: LogOut, run: () => void signOut() },
  ]);
  const signOut = async () => {
    try {
      await api.signOut();
      queryClient.clear();
      await navigate({ to: paths.signIn });
    } catch (error) {
      toast(errorText(error), { tone: 'error' });
    }
  };
  if (me === null) return null;
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-3">
      <OrganizationSwitcher me={me} />
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        className="mt-3 flex h-8 w-full shrink-0 items-center gap-2.5 rounded-md border bg-surface px-2 text-base text-text-subtle hover:border-line-strong max-lg:h-12"
        onClick={() => {
          onLeave?.();
          openPalette();
        }}
      >
        <Icon of={Search} />
        Search
        <span
          aria-hidden="true"
          className="ms-auto rounded-sm border bg-sunken px-1.5 font-medium text-micro pointer-coarse:hidden"
        >
          {shortcut('K')}
        </span>
      </button>
      <div className="mt-4 flex flex-col gap-0.5">
        <PageLink to={paths.home} icon={House} label="Home" onLeave={onLeave} />
        <PageLink to={paths.starred} icon={Star} label="Starred" onLeave={onLeave} />
        {me.isCollaborator && (
          <PageLink to={paths.shared} icon={Users} label="Shared with you" onLeave={onLeave} />
        )}
        <PageLink to={paths.scheduling} icon={CalendarDays} label="Scheduling" onLeave={onLeave} />
        <PageLink to={paths.apps} icon={PanelsTopLeft} label="Apps" onLeave={onLeave} />
        <PageLink to={paths.integrations} icon={Blocks} label="Integrations" onLeave={onLeave} />
        <NotificationBell className={`${item} text-start`} onLeave={onLeave} />
      </div>
      <WorkspaceList onLeave={onLeave} />
      <div className="min-h-4 flex-1" />
      <div className="flex flex-col gap-0.5">
        <button type="button" className={item} onClick={() => setInviting(true)}>
          <Icon of={UserPlus} />
          Invite people
        </button>
        <a className={item} href={me.feedbackUrl} target="_blank" rel="noopener noreferrer">
          <Icon of={MessageCircle} />
          Feedback?
        </a>
        <PageLink to={paths.trash} icon={Trash2} label="Trash" count={places?.trashCount} onLeave={onLeave} />
        <PageLink to={paths.allSettings} icon={Settings} label="Settings" onLeave={onLeave} />
      </div>
      <div className="mt-2 border-line border-t pt-2">
        <Menu
          side="top"
          width={220}
          trigger={
            <button
              type="button"
              className="flex h-12 w-full items-center gap-2.5 rounded-md px-2 text-start hover:bg-hover"
            >
              <Avatar name={me.user.name} id={me.user.id} picture={me.user.picture} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium text-base">{me.user.name}</span>
                <span className="block text-small text-text-muted">{me.isAdmin ? 'Admin' : 'Member'}</span>
              </span>
              <Icon of={ChevronsUpDown} size={14} className="text-text-subtle" />
            </button>
          }
          items={[
            { heading: me.user.email },
            {
              label: 'Settings',
              icon: Settings,
              onSelect: () => {
                onLeave?.();
                void navigate({ to: paths.settings('profile') });
              },
            },
            'separator',
            {
              label: 'System theme',
              icon: Monitor,
              checked: theme === 'system',
              onSelect: () => chooseTheme('system'),
            },
            { label: 'Light', icon: Sun, checked: theme === 'light', onSelect: () => chooseTheme('light') },
            { label: 'Dark', icon: Moon, checked: theme === 'dark', onSelect: () => chooseTheme('dark') },
            'separator',
            { label: 'Sign out', icon: LogOut, onSelect: () => void signOut() },
          ]}
        />
      </div>
      {inviting && <InviteDialog me={me} onClose={() => setInviting(false)} />}
    </div>
  );
}
