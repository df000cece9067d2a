import { Avatar, Badge, IconButton, Select } from '@weft/ui';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import type { Colleague, Me } from '../../api.ts';
import { peopleQuery, queryClient } from '../../queries.ts';
import { Moment } from '../../shell/Moment.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { account } from './account-calls.ts';
import { MemberRights } from './MemberRights.tsx';
import { MemberWorkspaces } from './MemberWorkspaces.tsx';
import { RemoveMember } from './RemoveMember.tsx';

type Role = Colleague['role'];
export const roleNames: { readonly [R in Role]: string } = { admin: 'Admin', member: 'Member' };
const roleOptions = [
  { value: 'admin', label: 'Admin', hint: 'Manages members, rights and every database' },
  { value: 'member', label: 'Member', hint: 'Works on what they are given access to' },
] as const;

/** 'Clients 2026', '3 workspaces'; empty where nothing was given. */
function workspacesText({ role, workspaceNames }: Colleague): string {
  if (role === 'admin') return 'All workspaces';
  const [first = '', ...others] = workspaceNames ?? [];
  return others.length === 0 ? first : `${others.length + 1} workspaces`;
}

interface MemberRowProps {
  readonly person: Colleague;
  readonly me: Me;
  /** To whom what they own can go. */
  readonly others: readonly Colleague[];
  readonly isLastAdmin: boolean;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

function RoleSelect({ person }: { readonly person: Colleague }) {
  const { busy, submit } = useSubmission({ toasts: true });
  const change = (role: Role) =>
    submit(async () => {
      await account.changeMember(person.id, { role });
      await queryClient.invalidateQueries(peopleQuery);
    });
  return (
    <Select<Role>
      quiet
      label={`Role of ${person.name}`}
      value={person.role}
      disabled={busy}
      options={roleOptions}
      onChange={(role) => void change(role)}
    />
  );
}

/** One member: who they are, when they were last seen, their role; opened, what they may do and the way out. */
export function MemberRow({ person, me, others, isLastAdmin, open, onOpen }: MemberRowProps) {
  const details = useId();
  const isMe = person.id === me.user.id;
  const canOpen = me.isAdmin || isMe;
  return (
    <div className={open ? 'bg-row-hover' : undefined}>
      <div className="flex min-h-14 items-center gap-3 px-3 py-2 max-sm:min-h-16">
        <Avatar name={person.name} id={person.id} picture={person.picture} size={32} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 font-medium text-base">
            <span className="wrap-anywhere">{person.name}</span>
            {isMe && <Badge>You</Badge>}
          </p>
          <p className="break-all text-small text-text-muted">{person.email}</p>
        </div>
        {me.isAdmin && (
          <p className="w-37 truncate text-small text-text-muted max-md:hidden">{workspacesText(person)}</p>
        )}
        <p className="w-24 text-small text-text-muted max-sm:hidden">
          {person.lastSeenAt !== null && <Moment at={person.lastSeenAt} />}
        </p>
        <div className="w-28 max-sm:w-24">
          {me.isAdmin && !isMe ? (
            <RoleSelect person={person} />
          ) : (
            <span className="px-2.5 text-base text-text-muted">{roleNames[person.role]}</span>
          )}
        </div>
        {canOpen ? (
          <IconButton
            icon={open ? ChevronDown : ChevronRight}
            label={`${open ? 'Hide' : 'Show'} rights of ${person.name}`}
            aria-expanded={open}
            aria-controls={details}
            onClick={() => onOpen(!open)}
          />
        ) : (
          <span className="w-8" />
        )}
      </div>
      {open && (
        <div id={details} className="flex flex-col gap-4 ps-14 pe-4 pb-4 max-sm:px-3">
          {me.isAdmin && (
            <div className="flex flex-wrap justify-between gap-x-6 gap-y-4">
              <MemberRights person={person} />
              <MemberWorkspaces person={person} />
            </div>
          )}
          <RemoveMember person={person} me={me} others={others} isLastAdmin={isLastAdmin} />
        </div>
      )}
    </div>
  );
}
