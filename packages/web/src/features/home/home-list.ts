import { flowType, typesOf } from '@weft/core';
import type { Flow, FlowList, Me } from '../../api.ts';

type Kind = NonNullable<FlowList['kind']>;

/** What home can be sorted by, by its words; the first unless one chose another. */
export const sorts = {
  'Created date': 'created',
  'Last updated': 'updated',
  Name: 'name',
} as const satisfies { readonly [label: string]: NonNullable<FlowList['order']> };

export type SortLabel = keyof typeof sorts;

const isSort = (label: string | undefined): label is SortLabel =>
  label !== undefined && Object.hasOwn(sorts, label);

interface KindFilter {
  readonly kind: Kind;
  readonly label: string;
  readonly things: string;
}

const showAll: KindFilter = { kind: 'all', label: 'Show all', things: 'forms' };
const kinds: readonly KindFilter[] = [
  showAll,
  { kind: 'forms', label: 'Forms', things: 'forms' },
  { kind: 'tables', label: 'Tables', things: 'tables' },
  { kind: 'apps', label: 'Apps', things: 'apps' },
  { kind: 'scheduling', label: 'Scheduling', things: 'scheduling forms' },
];
/** The filters that find anything: what nobody can make is not offered. */
export const offeredKinds = kinds.filter(({ kind }) => typesOf(kind).length > 0);

/** What flows are called together: by their filter; under 'Show all' as forms, unless all are of one other filter. */
export function thingsOf(filter: KindFilter, flows: readonly Pick<Flow, 'type'>[]): string {
  if (filter.kind !== 'all') return filter.things;
  const [only, ...others] = new Set(flows.map(({ type }) => flowType(type).filter));
  return (others.length === 0 && kinds.find(({ kind }) => kind === only)?.things) || filter.things;
}

export interface HomeSettings {
  readonly asTable: boolean;
  readonly sort: SortLabel;
  readonly filter: KindFilter;
}

/** How a person looks at home, as they chose it. */
export const homeSettingsOf = (settings: Me['settings'] = {}): HomeSettings => ({
  asTable: settings.columnView ?? true,
  sort: isSort(settings.sort) ? settings.sort : 'Created date',
  filter: offeredKinds.find(({ kind }) => kind === (settings.typeFilter ?? 'all')) ?? showAll,
});

/** What home, or one workspace, lists: the page asks for it, and its loader before the page is there. */
export const homeList = (
  { filter, sort }: HomeSettings,
  workspaceId: string | null,
  search = '',
): FlowList => ({
  kind: filter.kind,
  search,
  order: sorts[sort],
  ...(workspaceId !== null && { workspaceId }),
});

export const starredList = ({ sort }: HomeSettings): FlowList => ({ starred: true, order: sorts[sort] });

export const schedulingList = ({ sort }: HomeSettings): FlowList => ({
  kind: 'scheduling',
  order: sorts[sort],
});

export const appList = ({ sort }: HomeSettings): FlowList => ({ kind: 'apps', order: sorts[sort] });

export const sharedList = ({ sort }: HomeSettings): FlowList => ({ shared: true, order: sorts[sort] });

export const trashList: FlowList = { trashed: true };

/** What a collaborator finds of other organizations in their trash. */
export const sharedTrashList: FlowList = { trashed: true, shared: true };
