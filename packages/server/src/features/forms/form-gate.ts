import type { Published } from '@weft/db';
import { connectionNeed, formSettingsOf, isAttempted, quizOf } from '@weft/forms';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormsDeps } from './deps.ts';
import { readFormCookie, setFormCookie } from './form-cookies.ts';
import { isPassword, newBrowserId } from './form-keys.ts';
import type { CountTry } from './rate-limits.ts';

type Deps = Pick<FormsDeps, 'formKeys' | 'https'>;

/** Why pages of a form are turned with a connection alone; null: they are turned without one too. */
export const needOfConnection = ({
  content,
  settings,
  passwordHash = null,
  captcha = null,
}: Pick<Published, 'content' | 'settings'> & Partial<Pick<Published, 'passwordHash' | 'captcha'>>):
  | string
  | null =>
  connectionNeed(content, formSettingsOf(settings), { hasPassword: passwordHash !== null, captcha });

/** Whether a form is shown only to those who prove something: they know its password, or have an address. */
export const isGuarded = ({
  passwordHash,
  settings,
}: Pick<Published, 'passwordHash' | 'settings'>): boolean =>
  passwordHash !== null || formSettingsOf(settings).mailCode;

/** What somebody has to give before they see the form; null: nothing, or they gave it. */
export function missingProof(
  deps: Pick<Deps, 'formKeys'>,
  request: FastifyRequest,
  published: Published,
): 'password' | 'address' | null {
  const { flowId, passwordHash, settings } = published;
  if (passwordHash !== null) {
    const proof = readFormCookie(request, 'password', flowId);
    if (proof === null || !deps.formKeys.isProof(flowId, passwordHash, proof)) return 'password';
  }
  const lacksAddress =
    formSettingsOf(settings).mailCode && verifiedAddress(deps, request, published) === null;
  return lacksAddress ? 'address' : null;
}

/** The address that this browser has proved to a form; null: none, or the form does not ask for one. */
export function verifiedAddress(
  { formKeys }: Pick<Deps, 'formKeys'>,
  request: FastifyRequest,
  { flowId, settings }: Pick<Published, 'flowId' | 'settings'>,
): string | null {
  if (!formSettingsOf(settings).mailCode) return null;
  const proof = readFormCookie(request, 'email', flowId);
  return proof === null ? null : formKeys.provenAddress(flowId, proof);
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
