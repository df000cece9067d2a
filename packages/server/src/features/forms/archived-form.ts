import type { Content } from '@weft/documents';
import { idsOf } from './answer-table.ts';
import { readForm, requireForm } from './drafts.ts';

/** What an import of an exported form has to know. */
export const archivedForm = {
  idsOf: (flowId: string): readonly string[] => {
    const { tableId, viewId, submittedId, scoreId } = idsOf(flowId);
    return [tableId, viewId, submittedId, scoreId];
  },
  readDraft: (flowId: string, draft: Content): Content => {
    const content = readForm(draft);
    requireForm(flowId, content);
    return content;
  },
};
