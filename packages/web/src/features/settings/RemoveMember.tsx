import { FormField, Select, toast } from '@weft/ui';
import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { api, type Colleague, type Me } from '../../api.ts';
import { paths } from '../../paths.ts';
import { peopleQuery, queryClient } from '../../queries.ts';
import { goToOrganization } from '../../shell/organization-switch.ts';
import { invitationsQuery } from './account-calls.ts';
import { ConfirmButton } from './ConfirmButton.tsx';

interface RemoveMemberProps {
  readonly person: Colleague;
  readonly me: Me;
  readonly others: readonly Colleague[];
  readonly isLastAdmin: boolean;
}

/** Takes a member out of the organization, or oneself, and asks who then owns what was theirs. */
export function RemoveMember({ person, me, others, isLastAdmin }: RemoveMemberProps) {
  const { name: organization } = me.organization;
  const isMe = person.id === me.user.id;
  const usual = isMe
    ? others.find(({ role }) => role === 'admin')
    : others.find(({ id }) => id === me.user.id);
  const [heirId, setHeirId] = useState(usual?.id);
  if (isLastAdmin)
    return (
      <p className="text-base text-text-muted">
        {`${organization} needs an admin: make somebody else one before ${isMe ? 'you leave' : 'they go'}.`}
      </p>
    );
  const heir = others.find(({ id }) => id === heirId) ?? usual;
  const remove = async () => {
    await api.removePerson(person.id, heir?.id);
    // Every tab of this browser works elsewhere from now on.
    if (isMe) return goToOrganization({ redirectPath: paths.home });
    await queryClient.invalidateQueries(peopleQuery);
    await queryClient.invalidateQueries(invitationsQuery);
    toast(`${person.name} was removed`);
  };
  const heirSelect = (
    <div className="mt-4">
      <FormField label={isMe ? 'Hand over what you own to' : 'Hand over what they own to'}>
        {(control) => (
          <Select
            id={control.id}
            label="New owner"
            value={heir?.id ?? ''}
            onChange={setHeirId}
            options={others.map(({ id, name, email }) => ({
              value: id,
              label: id === me.user.id ? `${name} (you)` : name,
              hint: email,
            }))}
          />
        )}
      </FormField>
    </div>
  );
  return (
    <div>
      {isMe ? (
        <ConfirmButton
          icon={UserMinus}
          label="Leave"
          of={organization}
          title={`Leave ${organization}?`}
          confirm="Leave organization"
          confirming="Leaving"
          onConfirm={remove}
        >
          You can no longer open its databases. Your API tokens and invitation links for it stop working. To
          come back you need an invitation.
          {heirSelect}
        </ConfirmButton>
      ) : (
        <ConfirmButton
          icon={UserMinus}
          className="text-danger-text!"
          label="Remove"
          of={person.name}
          title={`Remove ${person.name}?`}
          confirm="Remove person"
          confirming="Removing"
          onConfirm={remove}
        >
          {`They can no longer open the databases of ${organization}, and are signed out if they work in it now. Their API tokens for it stop working, their invitation links, and every link that is for everybody. What they entered stays.`}
          {heirSelect}
        </ConfirmButton>
      )}
    </div>
  );
}
