import { appCodeMinutes, appSessionDays } from '@weft/db';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** `session`: who is signed in; `code`: which code a browser asked for. */
type AppCookie = 'session' | 'code';

const seconds: { readonly [name in AppCookie]: number } = {
  session: appSessionDays * 24 * 3_600,
  code: appCodeMinutes * 60,
};

/** The app is in the name, for several may be at one host. */
const cookieName = (name: AppCookie, flowId: string): string => `app_${name}_${flowId}`;

export function readAppCookie(request: FastifyRequest, name: AppCookie, flowId: string): string | null {
  const wanted = `${cookieName(name, flowId)}=`;
  const parts = (request.headers.cookie ?? '').split(';').map((part) => part.trim());
  return parts.find((part) => part.startsWith(wanted))?.slice(wanted.length) || null;
}

/** Sent with pages of this app alone; null: forgotten. */
export function setAppCookie(
  reply: FastifyReply,
  name: AppCookie,
  value: string | null,
  { flowId, root, https }: { readonly flowId: string; readonly root: string; readonly https: boolean },
): void {
  const lasts = value === null ? 0 : seconds[name];
  const cookie = `${cookieName(name, flowId)}=${value ?? ''}; Path=${root}/; Max-Age=${lasts}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  // A page may set two of them.
  const set = [reply.getHeader('set-cookie') ?? []].flat().map(String);
  reply.header('set-cookie', [...set, cookie]);
}
