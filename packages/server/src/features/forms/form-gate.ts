import type { Published } from '@weft/db';
import { formSettingsOf } from '@weft/forms';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormsDeps } from './deps.ts';
import { readFormCookie, setFormCookie } from './form-cookies.ts';
import { isPassword, newBrowserId } from './form-keys.ts';

type Deps = Pick<FormsDeps, 'formKeys' | 'https'>;

/** Whether somebody has to give the form's password first. */
export function isLocked({ formKeys }: Deps, request: FastifyRequest, published: Published): boolean {
  const { flowId, passwordHash } = published;
  if (passwordHash === null) return false;
  const proof = readFormCookie(request, 'password');
  return proof === null || !formKeys.isProof(flowId, passwordHash, proof);
}

/** Opens the form for this browser; false: the password is another. */
export async function unlock(
  { formKeys, https }: Deps,
  reply: FastifyReply,
  { flowId, publicIdentifier, passwordHash }: Published,
  password: string,
): Promise<boolean> {
  if (passwordHash === null) return true;
  if (!(await isPassword(password, passwordHash))) return false;
  const proof = formKeys.passwordProof(flowId, passwordHash);
  setFormCookie(reply, 'password', proof, { publicIdentifier, https });
  return true;
}

/** Gives the browser a name where a form takes one answer of each. */
export function nameBrowser(
  { https }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { publicIdentifier, settings }: Published,
): void {
  if (formSettingsOf(settings).onePerPerson !== 'browser') return;
  if (readFormCookie(request, 'browser') === null)
    setFormCookie(reply, 'browser', newBrowserId(), { publicIdentifier, https });
}
