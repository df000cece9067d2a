import { useQuery } from '@tanstack/react-query';
import { Avatar, Badge, Button, Icon, toast } from '@weft/ui';
import { Link2, Mail, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { api, type Colleague, type Me } from '../../api.ts';
import { paths } from '../../paths.ts';
import { peopleQuery, queryClient } from '../../queries.ts';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { Moment } from '../../shell/Moment.tsx';
import { tellOfSwitch } from '../../shell/organization-switch.ts';
import { account, type Invitation, invitationsQuery } from './account-calls.ts';
import { ConfirmButton } from './ConfirmButton.tsx';
import { dayText } from './day-text.ts';
import { Listing } from './Listing.tsx';
import { SettingRow } from './SettingRow.tsx';

const InviteDialog = lazyDialog(() => import('./InviteDialog.tsx').then((part) => part.InviteDialog));

const roleNames = { admin: 'Admin', member: 'Member' } as const;

/** What removing does to a colleague, and leaving to oneself. */
function RemoveButton({ person, me }: { readonly person: Colleague; readonly me: Me }) {
  const { name: organization } = me.organization;
  const remove = async () => {
    await api.removePerson(person.id);
    await queryClient.invalidateQueries(peopleQuery);
    await queryClient.invalidateQueries(invitationsQuery);
    toast(`${person.name} was removed`);
  };
  const leave = async () => {
    await api.removePerson(person.id);
    // Every tab of this browser works elsewhere from now on.
    tellOfSwitch();
    location.assign(paths.home);
  };
  if (person.id === me.user.id)
    return (
      <ConfirmButton
        label="Leave"
        of={organization}
        title={`Leave ${organization}?`}
        confirm="Leave organization"
        confirming="Leaving"
        onConfirm={leave}
      >
        You can no longer open its databases. Your API tokens and invitation links for it stop working, and an
        admin owns your databases. To come back you need an invitation.
      </ConfirmButton>
    );
  return (
    <ConfirmButton
      label="Remove"
      of={person.name}
      title={`Remove ${person.name}?`}
      confirm="Remove person"
      confirming="Removing"
      onConfirm={remove}
    >
      {`They can no longer open the databases of ${organization}, and are signed out if they work in it now. Their API tokens for it stop working, their invitation links, and every link that is for everybody. You own their databases. What they entered stays.`}
    </ConfirmButton>
  );
}

interface PersonRowProps {
  readonly person: Colleague;
  readonly me: Me;
  readonly isLastAdmin: boolean;
}

function PersonRow({ person, me, isLastAdmin }: PersonRowProps) {
  const isMe = person.id === me.user.id;
  return (
    <>
      <Avatar name={person.name} id={person.id} picture={person.picture} size={24} />
      <p className="flex min-w-0 flex-1 flex-wrap items-center gap-2 font-medium text-base">
        <span className="wrap-anywhere">{person.name}</span>
        {isMe && <Badge tone="success">You</Badge>}
      </p>
      <span className="text-small text-text-muted">{roleNames[person.role]}</span>
      {(isMe ? !isLastAdmin : me.isAdmin) && <RemoveButton person={person} me={me} />}
    </>
  );
}

const revoke = async ({ id }: Invitation) => {
  await account.revokeInvitation(id);
  await queryClient.invalidateQueries(invitationsQuery);
};

function InvitationRow({ invitation, me }: { readonly invitation: Invitation; readonly me: Me }) {
  const { email, role, createdBy, createdAt, expiresAt } = invitation;
  const whom = email ?? (role === 'admin' ? 'One person with the link' : 'Everyone with the link');
  return (
    <>
      <Icon of={email === null ? Link2 : Mail} size={20} className="text-text-subtle" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium text-base">
          <span className="break-all">{whom}</span>
          <Badge>{roleNames[role]}</Badge>
        </p>
        <p className="text-small text-text-muted">
          {`Invited by ${createdBy.id === me.user.id ? 'you' : createdBy.name} `}
          <Moment at={createdAt} inside />
          {` · expires ${dayText(expiresAt)}`}
        </p>
      </div>
      <ConfirmButton
        label="Revoke"
        of={`the invitation: ${whom}`}
        title="Revoke this invitation?"
        confirm="Revoke invitation"
        confirming="Revoking"
        onConfirm={() => revoke(invitation)}
      >
        {`The link stops working: ${whom}. Who has joined already stays.`}
      </ConfirmButton>
    </>
  );
}

/** Who is in the organization, and the links by which others can still join. */
export function PeopleSection({ me }: { readonly me: Me }) {
  const people = useQuery(peopleQuery);
  const invitations = useQuery(invitationsQuery);
  const [inviting, setInviting] = useState(false);
  const isLastAdmin = me.isAdmin && people.data?.filter(({ role }) => role === 'admin').length === 1;
  return (
    <>
      <SettingRow title="People" hint={`They work together in ${me.organization.name}.`}>
        <Listing
          label="People"
          items={people.data}
          error={people.error}
          onRetry={() => void people.refetch()}
          empty={{ icon: Users, title: 'Nobody', text: 'Nobody is in this organization.' }}
          keyOf={(person) => person.id}
          row={(person) => <PersonRow person={person} me={me} isLastAdmin={isLastAdmin} />}
        />
      </SettingRow>
      <SettingRow
        title="Invitations"
        hint={
          me.isAdmin
            ? 'Links by which somebody can still join.'
            : 'Links of yours by which somebody can still join.'
        }
      >
        <Button variant="primary" icon={UserPlus} className="mb-4" onClick={() => setInviting(true)}>
          Invite people
        </Button>
        <Listing
          label="Invitations"
          items={invitations.data?.invitations}
          error={invitations.error}
          onRetry={() => void invitations.refetch()}
          empty={{
            icon: Mail,
            title: 'No open invitations',
            text: 'A link that was made and not yet used stands here.',
          }}
          keyOf={(invitation) => invitation.id}
          row={(invitation) => <InvitationRow invitation={invitation} me={me} />}
        />
      </SettingRow>
      {inviting && <InviteDialog me={me} onClose={() => setInviting(false)} />}
    </>
  );
}
