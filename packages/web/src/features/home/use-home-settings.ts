import { useQuery } from '@tanstack/react-query';
import type { HttpBody } from '@weft/protocol';
import { toast } from '@weft/ui';
import { call, type FlowList, type Me } from '../../api.ts';
import { meQuery, queryClient, visitorQuery } from '../../queries.ts';

type Settings = Me['settings'];
type Kept = Pick<Settings, 'columnView' | 'sort' | 'typeFilter'>;

/** What home can be sorted by, by its words; the first unless one chose another. */
export const sorts = {
  'Created date': 'created',
  'Last updated': 'updated',
  Name: 'name',
} as const satisfies { readonly [label: string]: NonNullable<FlowList['order']> };

export type SortLabel = keyof typeof sorts;

const isSort = (label: string | undefined): label is SortLabel =>
  label !== undefined && Object.hasOwn(sorts, label);

function show(settings: Settings): void {
  queryClient.setQueryData(visitorQuery.queryKey, (visitor) =>
    visitor?.me ? { ...visitor, me: { ...visitor.me, settings } } : visitor,
  );
}

/** How one looks at home, remembered with the person. */
export function useHomeSettings() {
  const { data: me } = useQuery(meQuery);
  const settings: Settings = me?.settings ?? {};
  const set = async <K extends keyof Kept>(key: K, value: NonNullable<Kept[K]>): Promise<void> => {
    show({ ...settings, [key]: value });
    try {
      await call('PUT /admin/settings/:key', {
        path: { key },
        body: { value } as HttpBody<'PUT /admin/settings/:key'>,
      });
    } catch {
      show(settings);
      toast(`Failed to update user setting ${key}`, { tone: 'error' });
    }
  };
  return {
    asTable: settings.columnView ?? true,
    sort: isSort(settings.sort) ? settings.sort : 'Created date',
    kind: settings.typeFilter ?? 'all',
    set,
  };
}
