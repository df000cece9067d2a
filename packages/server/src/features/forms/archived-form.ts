import type { Content } from '@weft/documents';
import { imageFilesOf, withImageFiles } from '@weft/forms';
import { idsOf } from './answer-table.ts';
import { readForm, requireForm } from './drafts.ts';

/** What exports and imports of forms have to know. */
export const archivedForm = {
  idsOf: (flowId: string): readonly string[] => {
    const { tableId, viewId, submittedId, scoreId, starredId, tagsId, verifiedId, languageId } =
      idsOf(flowId);
    return [tableId, viewId, submittedId, scoreId, starredId, tagsId, verifiedId, languageId];
  },
  imageFilesOf,
  withImageFiles,
  readDraft: (flowId: string, draft: Content): Content => {
    const content = readForm(draft);
    requireForm(flowId, content);
    return content;
  },
};
