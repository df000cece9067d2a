import { useQuery } from '@tanstack/react-query';
import type { Table } from '@weft/core';
import type { Content } from '@weft/documents';
import { answerColumns } from '@weft/forms';
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
    const { isRemoved } = answerColumns(flowId, content, data.fieldIds);
    const removed = table.fields.flatMap(({ id }) => (isRemoved(id) ? [id] : []));
    return removed.length === 0 ? undefined : { label: 'Removed questions', fieldIds: new Set(removed) };
  }, [flowId, table, content, data]);
}
