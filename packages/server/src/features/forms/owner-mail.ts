import type { Published } from '@weft/db';
import { formSettingsOf, titleOf } from '@weft/forms';
import { answerMail } from '../../mail/letters.ts';
import type { PreparedMail } from '../../mail/mailer.ts';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';
import { wantedFiles } from './mailed-files.ts';

/** A form that is answered by many tells its owner so often; every answer is kept. */
const limit = { most: 60, seconds: 3_600 };

/** Tells the owner that somebody answered, once under its key; null: they do not want to know. */
export async function ownerMail(
  { baseUrl, mailer }: Pick<FormsDeps, 'baseUrl' | 'mailer'>,
  { flowId, ownerEmail, content, settings }: Published,
  key: string,
  recordId: string,
): Promise<PreparedMail | null> {
  const { notifyOwner, notifyFiles } = formSettingsOf(settings);
  if (ownerEmail === null || !notifyOwner) return null;
  const mail = answerMail(ownerEmail, baseUrl(), { id: flowId, name: titleOf(readForm(content)) });
  const files = wantedFiles(notifyFiles, { flowId, recordId, to: 'owner' });
  return mailer.prepare(mail, { key, limit, files });
}
