import { addWaiting, type FormSession, formPlace, hasAnswered, type Published } from '@weft/db';
import { alreadyAnswered, type FormQuestion, fullForm } from '@weft/forms';
import { wholeForm } from '@weft/public';
import { AppError } from '@weft/std';
import type { FormsDeps } from './deps.ts';
import { FormClosed, requireStillOpen } from './places.ts';

export const fileIsGone = () =>
  new AppError('conflict', 'A file of this answer was sent with another one: choose it again');

export const noLongerWaiting = () =>
  new AppError('not-found', 'This answer is not on the waiting list any more');

/** Keeps an answer that found no place; whether it was kept before. */
export async function keepWaiting(
  { files, now, transaction }: Pick<FormsDeps, 'files' | 'now' | 'transaction'>,
  published: Pick<Published, 'flowId' | 'settings' | 'passwordHash'>,
  session: FormSession,
  fileIds: readonly string[],
): Promise<{ readonly repeated: boolean }> {
  const { flowId } = published;
  const { id, person } = session;
  const added = await transaction((tx) =>
    addWaiting(tx, flowId, session, async () => {
      await requireStillOpen(tx, published, new Date(now()).toISOString());
      if (person !== null && (await hasAnswered(tx, flowId, { id, person })))
        throw new FormClosed(alreadyAnswered);
      if (!(await files.claimForAnswer(tx, flowId, fileIds))) throw fileIsGone();
    }),
  );
  if (added === 'full') throw new FormClosed(fullForm);
  return { repeated: added === 'repeated' };
}

/** What an answer waits for, as people call it. */
export function waitingNames(waitsFor: readonly string[], asked: readonly FormQuestion[]): readonly string[] {
  const choices = asked.flatMap((question) => question.choices);
  return waitsFor.flatMap((what) => {
    const label = choices.find(({ id }) => id === what)?.label;
    if (what === formPlace) return [wholeForm];
    return label === undefined ? [] : [`‘${label}’`];
  });
}
