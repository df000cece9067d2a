import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Avatar, Icon, type IconType, Menu, type MenuItem, toast } from '@weft/ui';
import {
  Building2,
  ChevronsUpDown,
  House,
  LogOut,
  Monitor,
  Moon,
  Settings,
  Sun,
  Trash2,
  UserPlus,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { meQuery, organizationsQuery, queryClient } from '../../queries.ts';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { Mark } from '../../shell/Mark.tsx';
import { tellOfSwitch, whenSwitched } from '../../shell/organization-switch.ts';
import { setTheme, useTheme } from '../../shell/theme.ts';

const InviteDialog = lazyDialog(() =>
  import('../settings/InviteDialog.tsx').then((part) => part.InviteDialog),
);

const item =
  'flex h-8 w-full items-center gap-2.5 rounded-md px-2 font-medium text-base text-text-muted hover:bg-hover hover:text-text max-lg:h-12';

function PageLink(props: {
  readonly to: string;
  readonly icon: IconType;
  readonly label: string;
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
    </Link>
  );
}

async function switchTo(organizationId: string): Promise<void> {
  try {
    const { redirectPath } = await api.switchOrganization(organizationId);
    tellOfSwitch();
    // Nothing of the other organization stays.
    location.assign(redirectPath);
  } catch (error) {
    toast(errorText(error), { tone: 'error', duration: 5_000 });
  }
}

/** One's organizations, for whoever has several. Where one switched elsewhere, the page follows. */
function useOrganizations(shownId: string | undefined): readonly MenuItem[] {
  const { data: organizations = [] } = useQuery(organizationsQuery);
  useEffect(() => whenSwitched(() => void queryClient.invalidateQueries()), []);
  const current = organizations.find((one) => one.current)?.id ?? shownId;
  useEffect(() => {
    if (current !== shownId) void queryClient.invalidateQueries();
  }, [current, shownId]);
  if (organizations.length < 2) return [];
  return [
    'separator',
    { heading: 'YOUR ORGANIZATIONS' },
    ...organizations.map(({ id, name, current }) => ({
      id,
      label: name,
      icon: Building2,
      checked: current,
      onSelect: () => void (current || switchTo(id)),
    })),
  ];
}

/** The organization, its pages, and the person. */
export function Sidebar({ onLeave }: { readonly onLeave?: () => void }) {
  const { data: me } = useSuspenseQuery(meQuery);
  const [inviting, setInviting] = useState(false);
  const navigate = useNavigate();
  const theme = useTheme();
  const organizations = useOrganizations(me?.organization.id);
  if (me === null) return null;
  const signOut = async () => {
    try {
      await api.signOut();
      queryClient.clear();
      await navigate({ to: paths.signIn });
    } catch (error) {
      toast(errorText(error), { tone: 'error' });
    }
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col p-3">
      <div className="flex h-10 items-center gap-2.5 px-2">
        <Mark />
        <span className="truncate font-semibold text-body" title={me.organization.name}>
          {me.organization.name}
        </span>
      </div>
      <div className="mt-4 flex flex-col gap-0.5">
        <PageLink to={paths.home} icon={House} label="Home" onLeave={onLeave} />
      </div>
      <div className="flex-1" />
      <div className="flex flex-col gap-0.5">
        <button type="button" className={item} onClick={() => setInviting(true)}>
          <Icon of={UserPlus} />
          Invite people
        </button>
        <PageLink to={paths.trash} icon={Trash2} label="Trash" onLeave={onLeave} />
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
            ...organizations,
            'separator',
            {
              label: 'System theme',
              icon: Monitor,
              checked: theme === 'system',
              onSelect: () => setTheme('system'),
            },
            { label: 'Light', icon: Sun, checked: theme === 'light', onSelect: () => setTheme('light') },
            { label: 'Dark', icon: Moon, checked: theme === 'dark', onSelect: () => setTheme('dark') },
            'separator',
            { label: 'Sign out', icon: LogOut, onSelect: () => void signOut() },
          ]}
        />
      </div>
      {inviting && <InviteDialog me={me} onClose={() => setInviting(false)} />}
    </div>
  );
}
