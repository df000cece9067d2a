import { Star } from 'lucide-react';
import { starredList } from './home-list.ts';
import { ListPage } from './ListPage.tsx';

/** What one starred. */
export const StarredPage = () => (
  <ListPage
    heading="Starred"
    title="Starred"
    listOf={starredList}
    empty={{ icon: Star, title: 'No starred items yet' }}
  />
);
