import type { Flow } from '@weft/db';
import type { NewFlow } from '../../database.ts';
import { AnswerTable } from './answer-table.ts';
import type { FormsDeps } from './deps.ts';
import { formNotFound } from './load-form.ts';

/** Makes a form with the draft and the settings of another, unpublished and without answers; its id. */
export async function duplicateForm(
  { base, createForm, documents, newId }: Pick<FormsDeps, 'base' | 'createForm' | 'documents' | 'newId'>,
  source: Pick<Flow, 'id'>,
  flow: NewFlow,
): Promise<string> {
  const [draft, taking] = [await documents.draft(source.id), await documents.settings(source.id)];
  if (draft === null || taking === null) throw formNotFound();
  const id = await createForm({ ...flow, draft: draft.content, settings: taking.settings });
  await new AnswerTable(base(id), newId).prepare([]);
  return id;
}
