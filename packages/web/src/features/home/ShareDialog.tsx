import { useQuery } from '@tanstack/react-query';
import { flowType } from '@weft/core';
import { Banner, Button, Dialog, Select } from '@weft/ui';
import { useState } from 'react';
import { api, type Flow } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { peopleQuery, queryClient } from '../../queries.ts';
import { type Access, AccessSelect } from '../../shell/AccessSelect.tsx';
import { InviteOutside } from './InviteOutside.tsx';
import { PersonRow } from './workspaces/PersonRow.tsx';

/** Whom a flow is shared with, one by one. Each choice acts at once. */
export function ShareDialog({ flow, onClose }: { readonly flow: Flow; readonly onClose: () => void }) {
  const queryKey = ['flow-members', flow.id];
  const { data, error: unread } = useQuery({ queryKey, queryFn: () => api.flowMembers(flow.id) });
  const { data: people = [] } = useQuery(peopleQuery);
  const [chosen, setChosen] = useState('');
  const [access, setAccess] = useState<'read' | 'write'>('write');
  const [error, setError] = useState<unknown>(null);
  const set = async (userId: string, next: Access) => {
    setError(null);
    try {
      await api.setFlowMember(flow.id, userId, next === 'none' ? null : next);
      setChosen('');
    } catch (cause) {
      setError(cause);
    }
    await queryClient.invalidateQueries({ queryKey });
    void queryClient.invalidateQueries({ queryKey: ['flows'] });
  };
  const members = data?.members ?? [];
  const others = people.filter(
    ({ id }) => id !== flow.ownerUserId && members.every(({ userId }) => userId !== id),
  );
  const wrong = error ?? unread;
  const owner = people.find(({ id }) => id === flow.ownerUserId);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Share ${flow.name}`}>
      {wrong !== null && <Banner tone="danger">{errorText(wrong)}</Banner>}
      <form
        className="flex items-center gap-2 pb-3 max-sm:flex-wrap"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen !== '') void set(chosen, access);
        }}
      >
        <span className="min-w-0 flex-1">
          <Select
            label="Person"
            value={chosen}
            placeholder={others.length === 0 ? 'Everybody has access' : 'Choose a person'}
            disabled={others.length === 0}
            options={others.map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
            onChange={setChosen}
          />
        </span>
        <span className="w-28">
          <Select
            label="Access"
            value={access}
            options={[
              { value: 'write', label: 'Can write' },
              { value: 'read', label: 'Can read' },
            ]}
            onChange={setAccess}
          />
        </span>
        <Button type="submit" variant="primary" disabled={chosen === ''}>
          Invite
        </Button>
      </form>
      <InviteOutside flow={flow} access={access} />
      <p className="text-base text-text-muted">
        {flow.workspaceId === null
          ? 'Admins can open it too.'
          : 'Admins and the members of its workspace can open it too.'}
      </p>
      <ul className="pb-2">
        <PersonRow
          person={{
            userId: flow.ownerUserId,
            name: flow.owner.name,
            email: owner?.email ?? `Owner of this ${flowType(flow.type).noun}`,
            picture: owner?.picture ?? null,
          }}
        >
          <span className="px-2.5 text-base text-text-muted">Owner</span>
        </PersonRow>
        {members
          .filter(({ userId }) => userId !== flow.ownerUserId)
          .map((person) => (
            <PersonRow key={person.userId} person={person}>
              <AccessSelect
                label={`Access of ${person.name}`}
                value={person.accessLevel}
                none="Remove access"
                onChange={(next) => void set(person.userId, next)}
              />
            </PersonRow>
          ))}
      </ul>
    </Dialog>
  );
}
