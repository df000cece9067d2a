import { useQuery } from '@tanstack/react-query';
import type { Table } from '@weft/core';
import type { Content } from '@weft/documents';
import { answerIdsOf, fieldsOf, questionsOf } from '@weft/forms';
import type { ColumnGroup } from '@weft/ui/grid';
import { useMemo } from 'react';
import { rpc } from '../../../rpc.ts';

/** The questions that a version of the form asked and it asks no more; none: undefined. */
export function useRemovedQuestions(
  flowId: string,
  table: Table | undefined,
  content: Content,
): ColumnGroup | undefined {
  // Fields that people added to the table are no questions: only the versions tell.
  const { data } = useQuery({
    queryKey: ['form-asked-fields', flowId],
    queryFn: () => rpc.call('forms.askedFields', { flowId }),
    staleTime: 0,
  });
  return useMemo(() => {
    if (table === undefined || data === undefined) return undefined;
    const { submittedId, starredId, tagsId, scoreId } = answerIdsOf(flowId);
    const kept = new Set([
      ...[submittedId, starredId, tagsId, scoreId, table.primaryFieldId],
      ...fieldsOf(questionsOf(content)).map(({ id }) => id),
    ]);
    const fields = new Set(table.fields.map(({ id }) => id));
    const removed = data.fieldIds.filter((id) => fields.has(id) && !kept.has(id));
    return removed.length === 0 ? undefined : { label: 'Removed questions', fieldIds: new Set(removed) };
  }, [flowId, table, content, data]);
}
