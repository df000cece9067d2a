import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a browser keeps of a published form. */
const cookieNames = { password: 'form_password', browser: 'form_browser', answer: 'form_answer' } as const;

/** Seconds. */
const year = 365 * 24 * 3_600;

export function readFormCookie(request: FastifyRequest, name: keyof typeof cookieNames): string | null {
  const wanted = `${cookieNames[name]}=`;
  const parts = (request.headers.cookie ?? '').split(';').map((part) => part.trim());
  return parts.find((part) => part.startsWith(wanted))?.slice(wanted.length) ?? null;
}

/** Kept for this form alone. By https also where another site shows the form in a frame, apart for each such site. */
export function setFormCookie(
  reply: FastifyReply,
  name: keyof typeof cookieNames,
  value: string,
  { publicIdentifier, https }: { readonly publicIdentifier: string; readonly https: boolean },
  seconds = year,
): void {
  const site = https ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax';
  const cookie = `${cookieNames[name]}=${value}; Path=/t/${publicIdentifier}; Max-Age=${seconds}; HttpOnly; ${site}`;
  reply.header('set-cookie', cookie);
}
