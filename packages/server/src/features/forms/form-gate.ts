import type { Published } from '@weft/db';
import { formSettingsOf, isAttempted, quizOf } from '@weft/forms';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormsDeps } from './deps.ts';
import { readFormCookie, setFormCookie } from './form-cookies.ts';
import { isPassword, newBrowserId } from './form-keys.ts';
import type { CountTry } from './rate-limits.ts';

type Deps = Pick<FormsDeps, 'formKeys' | 'https'>;

/** Whether somebody has to give the form's password first. */
export function isLocked({ formKeys }: Deps, request: FastifyRequest, published: Published): boolean {
  const { flowId, passwordHash } = published;
  if (passwordHash === null) return false;
  const proof = readFormCookie(request, 'password', flowId);
  return proof === null || !formKeys.isProof(flowId, passwordHash, proof);
}

/** Forms whose right password a server remembers, as a hash. */
const maxRemembered = 1_000;

/** Whether a password is that of a form; tells so a few times a minute. */
export type TestPassword = (
  request: FastifyRequest,
  reply: FastifyReply,
  published: Published,
  password: string,
) => Promise<boolean>;

/** Tests the passwords of pages and of programs under one limit. One that was right before does not count. */
export function passwordTest({ formKeys }: Pick<Deps, 'formKeys'>, countTry: CountTry): TestPassword {
  const right = new Map<string, string>();
  return async (request, reply, { flowId, passwordHash }, password) => {
    if (passwordHash === null) return true;
    const tried = formKeys.triedPassword(passwordHash, password);
    if (right.get(flowId) === tried) return true;
    await countTry(request, reply);
    if (!(await isPassword(password, passwordHash))) return false;
    const [oldest] = right.keys();
    if (right.size >= maxRemembered && oldest !== undefined) right.delete(oldest);
    right.set(flowId, tried);
    return true;
  };
}

/** Opens the form for a browser that gave its password. */
export function unlock(
  { formKeys, https }: Deps,
  reply: FastifyReply,
  { flowId, passwordHash }: Published,
): void {
  if (passwordHash === null) return;
  const proof = formKeys.passwordProof(flowId, passwordHash);
  setFormCookie(reply, 'password', proof, { flowId, https });
}

/** Gives the browser a name where a form takes one answer of each, or a quiz counts attempts. */
export function nameBrowser(
  { https }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { flowId, settings, content }: Published,
): void {
  const isAsked = formSettingsOf(settings).onePerPerson === 'browser' || isAttempted(quizOf(content));
  if (!isAsked) return;
  if (readFormCookie(request, 'browser', flowId) === null)
    setFormCookie(reply, 'browser', newBrowserId(), { flowId, https });
}
