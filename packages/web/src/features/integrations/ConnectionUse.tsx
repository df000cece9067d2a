import { Moment } from '../../shell/Moment.tsx';
import type { ListedConnection } from './integration-queries.ts';
import { formCount } from './service-words.ts';

/** Since when there is a connection, and how much depends on it: 'Added 3 months ago, used by 4 forms'. */
export const ConnectionUse = ({ createdAt, usedBy }: Pick<ListedConnection, 'createdAt' | 'usedBy'>) => (
  <>
    Added <Moment at={createdAt} inside />, used by {formCount(usedBy)}
  </>
);
