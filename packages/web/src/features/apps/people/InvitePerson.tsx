import { useQueryClient } from '@tanstack/react-query';
import { isEmail } from '@weft/core';
import { FormField, TextInput, toast } from '@weft/ui';
import { useRef, useState } from 'react';
import { rpc } from '../../../rpc.ts';
import { FormDialog } from '../../../shell/FormDialog.tsx';
import { useSubmission } from '../../../shell/use-submission.ts';
import { peopleKey } from './people-queries.ts';

interface InvitePersonProps {
  readonly flowId: string;
  /** The table that people are records of. */
  readonly tableName: string;
  readonly hasNames: boolean;
  readonly onClose: () => void;
}

/** Invites somebody by mail; who has no record in the table of people gets one. */
export function InvitePerson({ flowId, tableName, hasNames, onClose }: InvitePersonProps) {
  const cache = useQueryClient();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { busy, error, submit } = useSubmission();
  const fault = isEmail(email.trim()) ? null : 'Write an email address like name@example.com';
  const invite = () => {
    setTried(true);
    if (fault !== null) return;
    void submit(async () => {
      const called = name.trim();
      await rpc.call('apps.invite', { flowId, email: email.trim(), ...(called !== '' && { name: called }) });
      void cache.invalidateQueries({ queryKey: peopleKey(flowId) });
      toast(`${called || email.trim()} is invited`);
      onClose();
    });
  };
  return (
    <FormDialog
      title="Invite somebody"
      confirm="Send invitation"
      confirming="Sending"
      busy={busy}
      error={error}
      initialFocus={input}
      onConfirm={invite}
      onClose={onClose}
    >
      <FormField
        label="Email"
        hint={`Somebody new becomes a record of ${tableName}. The mail leads to where they sign in.`}
        error={tried ? fault : null}
      >
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            type="email"
            autoComplete="off"
            spellCheck={false}
            maxLength={254}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </FormField>
      {hasNames && (
        <FormField label="Name" hint="Whoever has a record already keeps the name in it.">
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              maxLength={255}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  );
}
