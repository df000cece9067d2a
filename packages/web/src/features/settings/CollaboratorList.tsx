import { useQuery } from '@tanstack/react-query';
import { Avatar, toast } from '@weft/ui';
import { UserMinus } from 'lucide-react';
import { queryClient } from '../../queries.ts';
import { account, type Collaborator, collaboratorsQuery } from './account-calls.ts';
import { ConfirmButton } from './ConfirmButton.tsx';
import { Listing } from './Listing.tsx';

function CollaboratorRow({ person }: { readonly person: Collaborator }) {
  const { userId, name, email, picture, flows } = person;
  const given = flows.map((flow) => `${flow.name} (${flow.accessLevel === 'read' ? 'reads' : 'writes'})`);
  const remove = async () => {
    await account.removeCollaborator(userId);
    await queryClient.invalidateQueries(collaboratorsQuery);
    toast(`${name} was removed`);
  };
  return (
    <div className="flex flex-1 flex-wrap items-center gap-x-3 gap-y-2">
      <Avatar name={name} id={userId} picture={picture} size={32} />
      <div className="min-w-45 flex-1">
        <p className="wrap-anywhere font-medium text-base">{name}</p>
        <p className="break-all text-small text-text-muted">{email}</p>
        <p className="wrap-anywhere text-small text-text-muted">{given.join(', ')}</p>
      </div>
      <ConfirmButton
        icon={UserMinus}
        className="text-danger-text!"
        label="Remove"
        of={name}
        title={`Remove ${name}?`}
        confirm="Remove collaborator"
        confirming="Removing"
        onConfirm={remove}
      >
        {`They can no longer open ${flows.length === 1 ? flows[0]?.name : `these ${flows.length} items`}. What they entered stays.`}
      </ConfirmButton>
    </div>
  );
}

/** Who works on single items from outside; nothing where nobody does. */
export function CollaboratorList() {
  const { data, error, refetch } = useQuery(collaboratorsQuery);
  const people = data?.collaborators;
  if (error === null && (people === undefined || people.length === 0)) return null;
  return (
    <section className="mt-6">
      <h2 className="mb-1 font-semibold text-body">
        Collaborators <span className="ms-1 font-normal text-small text-text-subtle">{people?.length}</span>
      </h2>
      <p className="mb-3 text-base text-text-muted">
        They are not members: each opens only what is named here.
      </p>
      <Listing
        label="Collaborators"
        items={people}
        error={error}
        onRetry={() => void refetch()}
        empty={{ icon: UserMinus, title: 'No collaborators', text: 'Share an item with an outside address.' }}
        keyOf={({ userId }) => userId}
        row={(person) => <CollaboratorRow person={person} />}
      />
    </section>
  );
}
