import type { UserSettingKey, UserSettings } from '@weft/protocol';
import { toast } from '@weft/ui';
import { call } from '../api.ts';
import { meQuery, queryClient } from '../queries.ts';

/** Chooses a setting of one's own, or goes back to its default; false, and said so, where that failed. */
export async function saveUserSetting<K extends UserSettingKey>(
  key: K,
  value: UserSettings[K] | undefined,
): Promise<boolean> {
  try {
    if (value === undefined) await call('DELETE /admin/settings/:key', { path: { key } });
    else await call('PUT /admin/settings/:key', { path: { key }, body: { value } });
    await queryClient.invalidateQueries(meQuery);
    return true;
  } catch {
    toast(`Failed to update user setting ${key}`, { tone: 'error' });
    return false;
  }
}
