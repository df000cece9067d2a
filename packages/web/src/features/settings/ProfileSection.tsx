import { Link } from '@tanstack/react-router';
import { Avatar, Badge, Banner, Button } from '@weft/ui';
import { useState } from 'react';
import type { Me } from '../../api.ts';
import { paths } from '../../paths.ts';
import { meQuery, queryClient } from '../../queries.ts';
import { recovery } from '../../session/recovery-calls.ts';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { account } from './account-calls.ts';
import { DeleteAccount } from './DeleteAccount.tsx';
import { EmailForm } from './EmailForm.tsx';
import { FormatsForm } from './FormatsForm.tsx';
import { PictureForm } from './PictureForm.tsx';
import { SavedText } from './SavedText.tsx';
import { ThemeChoice } from './ThemeChoice.tsx';

const NameForm = ({ me }: { readonly me: Me }) => (
  <SavedText
    label="Name"
    initial={me.user.name}
    autoComplete="name"
    maxLength={200}
    faultOf={(name) => (name.trim() === '' ? 'Enter your name' : null)}
    onSave={async (name) => {
      await account.rename(name);
      await queryClient.invalidateQueries(meQuery);
    }}
  />
);

function Verification({ me }: { readonly me: Me }) {
  const [sent, setSent] = useState(false);
  const { busy, error, submit } = useSubmission();
  const send = () =>
    submit(async () => {
      await recovery.requestVerification(me.user.email);
      setSent(true);
    });
  const outbox = me.isInstanceAdmin ? (
    <>
      This server sends no mail: find the link in the{' '}
      <Link to={paths.settings('outbox')} className="font-medium underline">
        outbox
      </Link>
      .
    </>
  ) : (
    'This server sends no mail: the person who runs it finds the link in the outbox.'
  );
  return (
    <div className="mt-3 flex flex-col items-start gap-3">
      {error !== null && <Banner tone="danger">{error}</Banner>}
      {sent ? (
        <Banner tone="success">
          {me.mail === 'sent' ? `A link is on its way to ${me.user.email}.` : outbox}
        </Banner>
      ) : (
        <Button loading={busy} onClick={() => void send()}>
          {busy ? 'Sending' : 'Send verification link'}
        </Button>
      )}
    </div>
  );
}

/** Who the person is to others. */
export function ProfileSection({ me }: { readonly me: Me }) {
  return (
    <>
      <SettingRow title="Picture" hint="Your colleagues see it beside your name.">
        <PictureForm
          of="me"
          picture={me.user.picture}
          shown={<Avatar name={me.user.name} id={me.user.id} picture={me.user.picture} size={56} />}
        />
      </SettingRow>
      <SettingRow title="Name" hint="Your colleagues see it beside what you do.">
        <NameForm me={me} />
      </SettingRow>
      <SettingRow title="Email" hint="You sign in with it, and a forgotten password is replaced through it.">
        <p className="flex flex-wrap items-center gap-2 text-base">
          <span className="break-all">{me.user.email}</span>
          {me.user.emailVerified ? (
            <Badge tone="success">Verified</Badge>
          ) : (
            <Badge tone="warning">Not verified</Badge>
          )}
        </p>
        {!me.user.emailVerified && <Verification me={me} />}
        <EmailForm me={me} />
      </SettingRow>
      <SettingRow
        title="Dates and times"
        hint="How they are written for you. Fields of tables have formats of their own."
      >
        <FormatsForm me={me} />
      </SettingRow>
      <SettingRow title="Theme" hint="On every device you sign in on.">
        <ThemeChoice />
      </SettingRow>
      <SettingRow title="Organization">
        <p className="flex flex-wrap items-center gap-2 text-base">
          <span className="wrap-anywhere">{me.organization.name}</span>
          <Badge>{me.isAdmin ? 'Admin' : 'Member'}</Badge>
        </p>
      </SettingRow>
      <SettingRow title="Delete account" hint="For good, with what only you have.">
        <DeleteAccount me={me} />
      </SettingRow>
    </>
  );
}
