import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Icon, type IconType } from '@weft/ui';
import {
  CalendarDays,
  ClipboardList,
  Database,
  House,
  Monitor,
  Moon,
  PanelsTopLeft,
  Settings,
  Star,
  Sun,
  Trash2,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { api, type Flow } from '../../api.ts';
import { paths } from '../../paths.ts';
import { meQuery, placesQuery, recentQuery } from '../../queries.ts';
import { chooseTheme } from '../choose-theme.ts';
import { flowIcon } from '../flow-icons.ts';
import { useDebounced } from '../use-debounced.ts';
import { WorkspaceTile } from '../WorkspaceTile.tsx';
import { fitting } from './match.ts';
import { useOfferedCommands } from './page-commands.ts';

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly lead: ReactNode;
  /** At the end: where it lies, or its keys. */
  readonly hint?: string | undefined;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

/** Milliseconds after the last key in which no search is sent. */
const typingPause = 80;
const shownFlows = 8;

const iconOf = (icon: IconType) => <Icon of={icon} className="text-text-subtle" />;

/** What the palette offers for what is typed: flows, places and commands; the latest flows while nothing is. */
export function usePaletteGroups(text: string): {
  readonly groups: readonly PaletteGroup[];
  readonly searching: boolean;
} {
  const typed = text.trim();
  const wanted = useDebounced(typed, typingPause);
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const { data: places } = useQuery(placesQuery);
  // What was opened a moment ago is the latest.
  const { data: latest } = useQuery({ ...recentQuery('all'), refetchOnMount: 'always' });
  const { data: found, isFetching } = useQuery({
    queryKey: ['palette', wanted],
    queryFn: () => api.flows({ list: { search: wanted, order: 'updated' }, limit: shownFlows }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  const offered = useOfferedCommands();
  const go = (to: string) => () => void navigate({ to });

  const place = (to: string, label: string, icon: IconType): PaletteItem => ({
    id: to,
    label,
    lead: iconOf(icon),
    run: go(to),
  });
  const flowItem = (flow: Flow): PaletteItem => ({
    id: flow.id,
    label: flow.name,
    lead: iconOf(flowIcon(flow)),
    hint: places?.workspaces.find(({ id }) => id === flow.workspaceId)?.name ?? 'Home',
    run: go(paths.flow(flow)),
  });
  const workspaces = (places?.workspaces ?? []).map((workspace) => ({
    id: workspace.id,
    label: workspace.name,
    lead: <WorkspaceTile {...workspace} />,
    hint: 'Workspace',
    run: go(paths.workspace(workspace.slug)),
  }));
  const allPlaces = [
    place(paths.home, 'Home', House),
    place(paths.starred, 'Starred', Star),
    place(paths.apps, 'Apps', PanelsTopLeft),
    ...workspaces,
    place(paths.trash, 'Trash', Trash2),
    place(paths.settings('profile'), 'Settings', Settings),
    place(paths.settings('members'), 'Members', Users),
  ];
  const command = (id: string, label: string, icon: IconType, run: () => void): PaletteItem => ({
    ...{ id, label, run },
    lead: iconOf(icon),
  });
  const allCommands = [
    ...offered.map(({ id, label, icon, keys, run }) => ({ ...command(id, label, icon, run), hint: keys })),
    command('new-form', 'New form', ClipboardList, go(paths.newFlow('forms'))),
    command('new-scheduling', 'New scheduling form', CalendarDays, go(paths.newFlow('scheduling'))),
    command('new-app', 'New app', PanelsTopLeft, go(paths.newFlow('zite'))),
    ...(me?.rights.createDatabase === true
      ? [command('new-database', 'New database', Database, go(paths.newFlow('tables')))]
      : []),
    command('light', 'Light theme', Sun, () => chooseTheme('light')),
    command('dark', 'Dark theme', Moon, () => chooseTheme('dark')),
    command('system', 'System theme', Monitor, () => chooseTheme('system')),
  ];
  // Those of the search before this one that do not fit are not offered any more.
  const flows = typed === '' ? (latest ?? []) : (found?.flows ?? []);
  const groups = [
    { title: typed === '' ? 'Recent' : 'Items', items: fitting(flows.map(flowItem), typed) },
    { title: 'Places', items: fitting(allPlaces, typed) },
    { title: 'Commands', items: fitting(allCommands, typed) },
  ];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    searching: typed !== '' && (typed !== wanted || isFetching),
  };
}
