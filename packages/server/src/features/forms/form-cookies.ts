import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a browser keeps of a published form. */
type FormCookie = 'password' | 'browser' | 'answer' | 'code' | 'email' | 'lang';

/** The form is in the name, for it may be opened by more addresses than one. */
const cookieName = (name: FormCookie, flowId: string): string => `form_${name}_${flowId}`;

/** Seconds. */
const year = 365 * 24 * 3_600;

export function readFormCookie(request: FastifyRequest, name: FormCookie, flowId: string): string | null {
  const wanted = `${cookieName(name, flowId)}=`;
  const parts = (request.headers.cookie ?? '').split(';').map((part) => part.trim());
  return parts.find((part) => part.startsWith(wanted))?.slice(wanted.length) ?? null;
}

/** Kept for this form alone. By https also where another site shows the form in a frame, apart for each such site. */
export function setFormCookie(
  reply: FastifyReply,
  name: FormCookie,
  value: string,
  { flowId, https }: { readonly flowId: string; readonly https: boolean },
  seconds = year,
): void {
  const site = https ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax';
  const path = reply.request.ownDomain === null ? '/t/' : '/';
  const cookie = `${cookieName(name, flowId)}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; ${site}`;
  reply.header('set-cookie', cookie);
}
