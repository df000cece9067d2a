import { Users } from 'lucide-react';
import { sharedList } from './home-list.ts';
import { ListPage } from './ListPage.tsx';

/** What organizations share with the person that they are not of. */
export const SharedPage = () => (
  <ListPage
    heading="Shared with you"
    title="By other organizations"
    listOf={sharedList}
    outside
    empty={{ icon: Users, title: 'Nothing shared yet' }}
  />
);
