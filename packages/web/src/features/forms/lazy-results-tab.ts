import { lazyPart } from '@weft/ui';
import { PageLoading } from '../../shell/pages.tsx';
import { withTemporal } from '../../shell/with-temporal.ts';

/** The grid comes with it: who opens another tab does not wait for it. */
export const ResultsTab = lazyPart(
  () => withTemporal(() => import('./ResultsTab.tsx')).then((part) => part.ResultsTab),
  PageLoading,
);
