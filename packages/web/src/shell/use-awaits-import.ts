import { useQuery } from '@tanstack/react-query';
import { interruptedImportsQuery } from '../queries.ts';

/** Whether a database is empty because the import it was made for was interrupted. */
export const useAwaitsImport = (basePublicId: string): boolean =>
  useQuery({
    ...interruptedImportsQuery,
    select: (imports) =>
      imports.some(({ order }) => order.basePublicId === basePublicId && order.baseMadeForImport === true),
  }).data ?? false;
