import { createHash } from 'node:crypto';
import type { Published } from '@weft/db';
import { formSettingsOf } from '@weft/forms';
import { isWork, workText } from '@weft/public';

/** Whether an answer lacks the work that its form asks for. */
export const lacksWork = (
  { settings }: Pick<Published, 'settings'>,
  submissionId: string,
  work: string,
): boolean =>
  formSettingsOf(settings).proofOfWork &&
  !(/^\d{1,12}$/.test(work) && isWork(createHash('sha256').update(workText(submissionId, work)).digest()));
