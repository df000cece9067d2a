import { isTimeZone } from '@weft/core';
import { isUserSettingKey, type UserSettingKey, userSettings } from '@weft/protocol';
import { AppError, invalid } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import type { AccountsDeps } from './deps.ts';

const maxFlags = 100;

function readKey(key: string): UserSettingKey {
  if (!isUserSettingKey(key)) throw invalid('key', 'There is no such setting');
  return key;
}

/** What a person chose for the screens. */
export function mountSettings(app: FastifyInstance, deps: AccountsDeps): void {
  serve(app, 'PUT /admin/settings/:key', async ({ request, path, body }) => {
    const { userId } = requireCaller(request);
    const key = readKey(path.key);
    const read = userSettings[key].safeParse(body().value);
    if (!read.success) throw invalid('value', `Not a value of the setting ${key}`);
    if (key === 'timezone' && !isTimeZone(String(read.data))) throw invalid('value', 'Not a time zone');
    await deps.people.setSetting(userId, key, read.data);
    deps.sessions.forget();
    return { ok: true } as const;
  });

  serve(app, 'DELETE /admin/settings/:key', async ({ request, path }) => {
    const { userId } = requireCaller(request);
    await deps.people.setSetting(userId, readKey(path.key), undefined);
    deps.sessions.forget();
    return { ok: true } as const;
  });

  serve(app, 'POST /admin/userFlag', async ({ request, body }) => {
    const { userId } = requireCaller(request);
    const { flagName, flagValue } = body();
    if (!(await deps.people.setFlag(userId, flagName, flagValue, maxFlags)))
      throw new AppError('limit', `At most ${maxFlags} flags are kept of a person`);
    deps.sessions.forget();
    return { ok: true } as const;
  });
}
