import { domainOf, type FormSettings } from '@weft/forms';
import { Button, FormField, Select, Switch, TextInput } from '@weft/ui';
import { useState } from 'react';
import { Refused } from '../../editor/Refused.tsx';
import { rpc } from '../../rpc.ts';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import type { FormSession } from './form-session.ts';
import { LinesSetting } from './LinesSetting.tsx';
import { useSetting } from './use-setting.ts';

interface Props {
  readonly session: FormSession;
  readonly settings: FormSettings;
}

/** Who may see the form: those who know its password. It is written, never shown. */
export function Password({
  session,
  hasPassword,
  what = 'form',
}: Pick<Props, 'session'> & { readonly hasPassword: boolean; readonly what?: 'form' | 'page' }) {
  const { busy, error, submit } = useSubmission();
  const [text, setText] = useState('');
  const set = (password: string | null) =>
    submit(async () => {
      session.answered(await rpc.call('forms.setPassword', { flowId: session.flowId, password }));
      setText('');
    });
  return (
    <SettingRow
      title="Password"
      hint={`Whoever opens the ${what} gives it first. A new one asks everybody again.`}
    >
      <FormField label={hasPassword ? 'New password' : 'Password'} error={error}>
        {(control) => (
          <TextInput
            {...control}
            type="password"
            className="max-w-80"
            autoComplete="new-password"
            maxLength={200}
            value={text}
            placeholder={hasPassword ? 'A password is set' : ''}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FormField>
      <div className="mt-3 flex gap-2 empty:hidden">
        {text.trim() !== '' && (
          <Button loading={busy} onClick={() => void set(text)}>
            {busy ? 'Saving' : 'Save'}
          </Button>
        )}
        {hasPassword && text === '' && (
          <Button variant="quiet" loading={busy} onClick={() => void set(null)}>
            Remove the password
          </Button>
        )}
      </div>
    </SettingRow>
  );
}

/** Who may answer: those who prove an address. */
export function MailCode({ session, settings }: Props) {
  const { busy, error, set } = useSetting(session);
  return (
    <SettingRow
      title="Proved addresses"
      hint="Whoever opens the form proves an email address first, by a code that is mailed to it. The address stands with the answer, as ‘Verified email’. The first question for an email takes this address alone, and mails go to it."
    >
      <Switch
        label="Ask for a code by mail"
        className="min-h-8"
        loading={busy}
        checked={settings.mailCode}
        onChange={(mailCode) => void set({ mailCode })}
      />
      <Refused error={error} />
    </SettingRow>
  );
}

const personOptions: readonly { readonly value: FormSettings['onePerPerson']; readonly label: string }[] = [
  { value: 'no', label: 'Any number of answers' },
  { value: 'browser', label: 'One answer of each browser' },
  { value: 'email', label: 'One answer of each email address' },
];

export function OnePerPerson({ session, settings }: Props) {
  const { error, set } = useSetting(session);
  return (
    <SettingRow
      title="Answers of one person"
      hint="A browser is known by a cookie, which a person can delete. An address is the one that was proved by a code, or else the answer to the first email question."
    >
      <div className="max-w-80">
        <Select
          label="Answers of one person"
          value={settings.onePerPerson}
          options={personOptions}
          onChange={(onePerPerson) => void set({ onePerPerson })}
        />
      </div>
      <Refused error={error} />
    </SettingRow>
  );
}

export function Domains({ session, settings }: Props) {
  return (
    <LinesSetting
      {...{ session, read: domainOf, stored: settings.allowedDomains }}
      changed={(allowedDomains) => ({ allowedDomains })}
      title="Mail domains"
      hint="Email questions and codes by mail take addresses of these domains alone, and one must be given. Left empty: any address."
      label="Domains, one a line"
      placeholder="example.org"
      noun="domain, such as example.org"
    />
  );
}

export function SpamDefence({ session, settings }: Props) {
  const { busy, error, set } = useSetting(session);
  return (
    <SettingRow
      title="Spam"
      hint="What looks like spam is kept apart for 60 days, in the results under Spam. Nothing is asked of anybody, and no other service is told."
    >
      <Switch
        label="Keep spam apart"
        className="min-h-8"
        loading={busy}
        checked={settings.spamDefence}
        onChange={(spamDefence) => void set({ spamDefence })}
      />
      <Switch
        label="Have browsers work a moment before they send (needs JavaScript)"
        className="min-h-8"
        loading={busy}
        checked={settings.proofOfWork}
        onChange={(proofOfWork) => void set({ proofOfWork })}
      />
      <Refused error={error} />
    </SettingRow>
  );
}
