import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Content } from '@weft/documents';
import { useDebounced } from '../../shell/use-debounced.ts';

/** What is left out of a form's own styles, by line; the parser is fetched once there are any. */
export function useOwnStyleFaults({ props }: Content) {
  const css = typeof props.css === 'string' ? props.css : '';
  const settled = useDebounced(css, 300);
  const { data, error } = useQuery({
    queryKey: ['own-styles', settled],
    queryFn: async () => (await import('./read-own-styles.ts')).readOwnStyles(settled).faults,
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  return { css, settled, faults: settled === '' ? [] : (data ?? []), error };
}
