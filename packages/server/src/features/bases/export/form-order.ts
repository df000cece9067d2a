import { type Field, hasForm } from '@weft/core';
import type { Documents, Flow } from '@weft/db';
import { migrated } from '@weft/documents';
import { answerColumns, formKind } from '@weft/forms';

/** The fields of a form's answers as the form asks for them; those of any other base as they are. */
export async function inFormOrder(
  documents: Pick<Documents, 'draft' | 'publishedBlocks'>,
  { id, type }: Pick<Flow, 'id' | 'type'>,
  fields: readonly Field[],
): Promise<readonly Field[]> {
  if (!hasForm(type)) return fields;
  const draft = await documents.draft(id);
  const content = draft && migrated(draft.content, formKind);
  if (content?.ok !== true) return fields;
  return answerColumns(id, content.value, await documents.publishedBlocks(id, 'fld')).inOrder(fields);
}
