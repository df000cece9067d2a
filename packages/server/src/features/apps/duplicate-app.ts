import { addTurns, type Flow } from '@weft/db';
import type { NewFlow } from '../../database.ts';
import { copyFiles } from '../../files/copy-files.ts';
import { filesNamedBy, withFiles } from './app-files.ts';
import type { AppsDeps } from './deps.ts';
import { appNotFound } from './load-app.ts';

type Deps = Pick<AppsDeps, 'appRows' | 'createForm' | 'documents' | 'files' | 'fileStore' | 'newId'>;

/** Turns of a chat that a copy takes along. */
const mostTurns = 500;

/** Makes an app with the draft and the images of another, unpublished and without its people; its id. */
export async function duplicateApp(
  deps: Deps,
  source: Pick<Flow, 'id'>,
  flow: NewFlow,
  withHistory: boolean,
): Promise<string> {
  const { appRows, createForm, documents, files, newId } = deps;
  const draft = await documents.draft(source.id);
  if (draft === null) throw appNotFound();
  const images = await files.attachmentsOf(source.id, filesNamedBy(draft.content));
  const { organizationId, ownerUserId: userId } = flow;
  const copied = await copyFiles(deps, images, { organizationId, userId });
  const turns = withHistory ? await appRows.turns(source.id, mostTurns) : [];
  return createForm({
    ...flow,
    type: 'zite',
    draft: withFiles(draft.content, copied.ids),
    alongside: async (tx, id) => {
      await copied.belong(tx, id);
      await addTurns(
        tx,
        id,
        userId,
        turns.map((turn, at) => {
          const fresh = newId('trn');
          return { ...turn, id: `${fresh.slice(0, 12)}${String(at).padStart(3, '0')}${fresh.slice(15)}` };
        }),
      );
    },
  }).catch(async (error: unknown) => {
    await copied.release();
    throw error;
  });
}
