import { useQuery } from '@tanstack/react-query';
import type { HttpBody } from '@weft/protocol';
import { toast } from '@weft/ui';
import { call, type Me } from '../../api.ts';
import { meQuery, queryClient, visitorQuery } from '../../queries.ts';
import { homeSettingsOf } from './home-list.ts';

type Settings = Me['settings'];
type Kept = Pick<Settings, 'columnView' | 'sort' | 'typeFilter'>;

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
  return { ...homeSettingsOf(settings), set };
}
