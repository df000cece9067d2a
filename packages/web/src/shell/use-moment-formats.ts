import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../queries.ts';
import { formatsOf, type MomentFormats } from './moment-format.ts';

/** How dates and times are written for whoever looks at the page. */
export function useMomentFormats(): MomentFormats {
  const { data: me } = useQuery(meQuery);
  return formatsOf(me?.settings ?? {}, me?.organization.settings ?? {});
}
