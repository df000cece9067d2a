import type { Flow } from '@weft/db';
import { imageFilesOf, isEvent, withImageFiles } from '@weft/forms';
import type { NewFlow } from '../../database.ts';
import { copyFiles } from '../../files/copy-files.ts';
import { AnswerTable } from './answer-table.ts';
import type { FormsDeps } from './deps.ts';
import { formNotFound } from './load-form.ts';

type Deps = Pick<FormsDeps, 'base' | 'createForm' | 'documents' | 'newId' | 'files' | 'fileStore'>;

/** Makes a form with the draft, its images and the settings of another, unpublished and without answers; its id. */
export async function duplicateForm(
  deps: Deps,
  source: Pick<Flow, 'id' | 'type'>,
  flow: NewFlow,
): Promise<string> {
  const { base, createForm, documents, files, newId } = deps;
  const [draft, taking] = [await documents.draft(source.id), await documents.settings(source.id)];
  if (draft === null || taking === null) throw formNotFound();
  const images = await files.attachmentsOf(source.id, imageFilesOf(draft.content));
  const { organizationId, ownerUserId: userId } = flow;
  const copied = await copyFiles(deps, images, { organizationId, userId });
  const id = await createForm({
    ...flow,
    type: isEvent(draft.content) ? 'scheduling' : source.type,
    draft: withImageFiles(draft.content, copied.ids),
    settings: taking.settings,
    alongside: copied.belong,
  }).catch(async (error: unknown) => {
    await copied.release();
    throw error;
  });
  await new AnswerTable(base(id), newId).prepare([]);
  return id;
}
