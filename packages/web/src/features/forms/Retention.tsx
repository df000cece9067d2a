import type { FormSettings } from '@weft/forms';
import { Button, ConfirmDialog, FormField, Select, TextInput, toast } from '@weft/ui';
import { useState } from 'react';
import { Refused } from '../../editor/Refused.tsx';
import { SaveOrDiscard } from '../../editor/SaveOrDiscard.tsx';
import { rpc } from '../../rpc.ts';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import type { FormSession } from './form-session.ts';
import { useSetting } from './use-setting.ts';

const kept = 'kept';
const periods = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: '1 year' },
  { value: '1095', label: '3 years' },
] as const;

interface Props {
  readonly session: FormSession;
  readonly settings: FormSettings;
}

/** How long answers are kept, and the erasure of one person's. */
export function Retention({ session, settings: { retentionDays } }: Props) {
  const { busy, error, set } = useSetting(session);
  const stored = retentionDays === null ? kept : String(retentionDays);
  const [days, setDays] = useState(stored);
  const known = periods.some(({ value }) => value === stored);
  return (
    <SettingRow
      title="Privacy"
      hint="Erased answers are gone from the results and from their history, and nobody can bring them back. Addresses of computers are never kept with answers."
    >
      <FormField label="Keep answers for">
        {({ id }) => (
          <Select
            id={id}
            label="Keep answers for"
            value={days}
            options={[
              { value: kept, label: 'As long as the form is there' },
              ...periods,
              ...(known || stored === kept ? [] : [{ value: stored, label: `${stored} days` }]),
            ]}
            onChange={setDays}
          />
        )}
      </FormField>
      <Refused error={error} />
      {days !== stored && (
        <SaveOrDiscard
          busy={busy}
          onSave={() => void set({ retentionDays: days === kept ? null : Number(days) })}
          onDiscard={() => setDays(stored)}
        />
      )}
      <EraseAnswers flowId={session.flowId} />
    </SettingRow>
  );
}

function EraseAnswers({ flowId }: { readonly flowId: string }) {
  const { busy, error, submit } = useSubmission();
  const [email, setEmail] = useState('');
  const [asking, setAsking] = useState(false);
  const erase = () =>
    submit(async () => {
      const { erased } = await rpc.call('forms.eraseAnswersOf', { flowId, email: email.trim() });
      toast(erased === 1 ? 'Erased 1 answer' : `Erased ${erased} answers`);
      setEmail('');
    });
  return (
    <form
      className="mt-4 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(true);
      }}
    >
      <FormField label="Erase the answers that give an address" error={error}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            autoComplete="off"
            placeholder="ada@example.org"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </FormField>
      <div>
        <Button type="submit" loading={busy} disabled={email.trim() === ''}>
          {busy ? 'Erasing' : 'Erase answers'}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Erase every answer of ${email.trim()}?`}
        confirmLabel="Erase answers"
        danger
        onConfirm={() => {
          setAsking(false);
          void erase();
        }}
      >
        Those that gave it before they were edited, too. Nobody can bring them back. What was written into a
        database or sent elsewhere stays there.
      </ConfirmDialog>
    </form>
  );
}
