import { useQuery } from '@tanstack/react-query';
import { Button, Icon, TextInput } from '@weft/ui';
import { Search, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '../../api.ts';
import { peopleQuery } from '../../queries.ts';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { CollaboratorList } from './CollaboratorList.tsx';
import { InvitationList } from './InvitationList.tsx';
import { Listing } from './Listing.tsx';
import { MemberRow } from './MemberRow.tsx';

const InviteDialog = lazyDialog(() => import('./InviteDialog.tsx').then((part) => part.InviteDialog));

/** Members that are shown before somebody asks for all. */
const shownAtFirst = 25;

/** Who is in the organization, what they may do, and the invitations by which others can still join. */
export function MembersSection({ me }: { readonly me: Me }) {
  const people = useQuery(peopleQuery);
  const [inviting, setInviting] = useState(false);
  const [search, setSearch] = useState('');
  const [all, setAll] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const admins = people.data?.filter(({ role }) => role === 'admin').length;
  const wanted = search.trim().toLowerCase();
  const found = people.data?.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(wanted));
  const shown = all || wanted !== '' ? found : found?.slice(0, shownAtFirst);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 className="flex-1 font-semibold text-body">
          Members <span className="ms-1 font-normal text-small text-text-subtle">{people.data?.length}</span>
        </h2>
        <span className="relative w-50 max-sm:order-last max-sm:w-full">
          <Icon of={Search} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-text-subtle" />
          <TextInput
            type="search"
            aria-label="Search members"
            placeholder="Search members"
            className="ps-8"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </span>
        <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
          Invite people
        </Button>
      </div>
      <Listing
        label="Members"
        items={shown}
        error={people.error}
        onRetry={() => void people.refetch()}
        empty={{ icon: Users, title: 'No such member', text: 'No name or address holds these words.' }}
        keyOf={(person) => person.id}
        plain
        row={(person) => (
          <MemberRow
            person={person}
            me={me}
            others={people.data?.filter(({ id }) => id !== person.id) ?? []}
            isLastAdmin={person.role === 'admin' && admins === 1}
            open={openId === person.id}
            onOpen={(open) => setOpenId(open ? person.id : null)}
          />
        )}
      />
      {found !== undefined && shown !== undefined && shown.length < found.length && (
        <div className="mt-2 flex items-center justify-between ps-3 text-small text-text-muted">
          {`${shown.length} of ${found.length} shown`}
          <Button variant="quiet" onClick={() => setAll(true)}>
            Show all
          </Button>
        </div>
      )}
      {me.isAdmin && <CollaboratorList />}
      <InvitationList me={me} />
      {inviting && <InviteDialog me={me} onClose={() => setInviting(false)} />}
    </>
  );
}
