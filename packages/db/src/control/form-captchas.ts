import type { Row, Sql } from '../engine/engine.ts';
import { addSecret, removeSecretsOf, type SealedSecret, type SecretOwner } from './secrets.ts';

/** The service that checks whether a program sends an answer to a form. */
export interface FormCaptcha {
  /** Its name is known to whoever asks it. */
  readonly service: string;
  /** What the page of the form shows it. */
  readonly siteKey: string;
  readonly secretId: string;
}

/** Whose the secret of a form's captcha is; it stays when the form moves to another organization. */
export const secretOwnerOfCaptcha = (flowId: string): SecretOwner => ({
  organizationId: null,
  owner: `captcha ${flowId}`,
});

/** Of the columns service, site_key and secret_id of a form that may have none. */
export const presentCaptcha = ([service, siteKey, secretId]: Row): FormCaptcha | null =>
  service === null
    ? null
    : { service: String(service), siteKey: String(siteKey), secretId: String(secretId) };

/** Sets the captcha of a form in the place of the one before; null: none. */
export async function writeCaptcha(
  tx: Pick<Sql, 'query'>,
  flowId: string,
  captcha: (Pick<FormCaptcha, 'service' | 'siteKey'> & { readonly secret: SealedSecret }) | null,
): Promise<void> {
  await tx.query('DELETE FROM weft.form_captchas WHERE flow_id = $1', [flowId]);
  await removeSecretsOf(tx, secretOwnerOfCaptcha(flowId).owner);
  if (captcha === null) return;
  const { service, siteKey, secret } = captcha;
  await addSecret(tx, secret);
  await tx.query(
    'INSERT INTO weft.form_captchas (flow_id, service, site_key, secret_id) VALUES ($1, $2, $3, $4)',
    [flowId, service, siteKey, secret.id],
  );
}
