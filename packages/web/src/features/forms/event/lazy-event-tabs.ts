import { lazyPart } from '@weft/ui';
import { PageLoading } from '../../../shell/pages.tsx';
import { withTemporal } from '../../../shell/with-temporal.ts';

/** What only scheduling forms show is not fetched with the editor of every form. */
export const EventTab = lazyPart(() => import('./EventTab.tsx').then((part) => part.EventTab), PageLoading);
export const TimesView = lazyPart(
  () => withTemporal(() => import('./TimesView.tsx')).then((part) => part.TimesView),
  PageLoading,
);
export const BookingsTab = lazyPart(
  () => withTemporal(() => import('./BookingsTab.tsx')).then((part) => part.BookingsTab),
  PageLoading,
);
