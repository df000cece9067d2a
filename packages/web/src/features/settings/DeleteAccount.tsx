import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Banner, Button, Dialog, FormField, Select, TextInput } from '@weft/ui';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { Me } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { visitorQuery } from '../../queries.ts';
import { EmailField, KnownPasswordField, knownPasswordFault } from '../../session/AuthFields.tsx';
import { authText, emailFault } from '../../session/auth-text.ts';
import { focusFirstError } from '../../shell/focus-first-error.ts';
import { tellOfSwitch } from '../../shell/organization-switch.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { type AccountDeletion, account, deletionQuery } from './account-calls.ts';

type Affected = AccountDeletion['organizations'][number];

const items = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

/** What becomes of one organization of the person. */
function Outcome({ of: { name, outcome, flows } }: { readonly of: Affected }) {
  const texts: { readonly [K in Affected['outcome']]: string } = {
    deleted:
      flows === 0
        ? ' is deleted, for nobody else is in it.'
        : ` is deleted, for nobody else is in it: ${items(flows)} in it can no longer be opened, and ${flows === 1 ? 'is' : 'are'} removed for good after 30 days.`,
    left:
      flows === 0
        ? ': you leave it. You own nothing there.'
        : `: you leave it, and hand over ${items(flows)} you own there.`,
    'last-admin': ' has other members and no other admin: make somebody else an admin first.',
  };
  return (
    <li>
      <span className="wrap-anywhere font-medium text-text">{name}</span>
      {texts[outcome]}
    </li>
  );
}

interface DeletionFormProps {
  readonly me: Me;
  readonly deletion: AccountDeletion;
  readonly onClose: () => void;
}

/** Says what goes and what is handed over, and asks for the words and the password. */
function DeletionDialog({ me, deletion, onClose }: DeletionFormProps) {
  const { organizations, handsServerOver } = deletion;
  const [heirs, setHeirs] = useState<{ readonly [organizationId: string]: string }>({});
  const [serverHeir, setServerHeir] = useState('');
  const [words, setWords] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, error, submit } = useSubmission({ textOf: authText, leaves: true });
  const providers = useQuery(visitorQuery).data?.providers ?? [];
  const safe = useRef<HTMLButtonElement>(null);
  const form = useId();
  const confirmation = `DELETE ${me.user.email}`;
  const kept = organizations.some(({ outcome }) => outcome === 'last-admin');
  const usualHeir = ({ heirs: all }: Affected) => (all.find(({ role }) => role === 'admin') ?? all[0])?.id;
  const handedOver = organizations.filter(({ outcome, flows }) => outcome === 'left' && flows > 0);
  const remove = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    focusFirstError(event.currentTarget);
    setTried(true);
    if (words !== confirmation || knownPasswordFault(password) !== null) return;
    if (handsServerOver && emailFault(serverHeir) !== null) return;
    await submit(async () => {
      await account.delete({
        password,
        confirmation,
        heirs: Object.fromEntries(
          handedOver.flatMap((one) => {
            const heir = heirs[one.id] ?? usualHeir(one);
            return heir === undefined ? [] : [[one.id, heir]];
          }),
        ),
        serverHeirEmail: handsServerOver ? serverHeir.trim() : null,
      });
      // Every tab of this browser asks who is signed in.
      tellOfSwitch();
      location.assign(paths.signIn);
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete your account?"
      initialFocus={safe}
      footer={
        <>
          <Button ref={safe} size="lg" onClick={onClose}>
            {kept ? 'Close' : 'Cancel'}
          </Button>
          {!kept && (
            <Button type="submit" form={form} size="lg" variant="danger" loading={busy}>
              {busy ? 'Deleting account' : 'Delete account'}
            </Button>
          )}
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => void remove(event)}
        className="flex flex-col gap-4 pb-1"
      >
        {error !== null && <Banner tone="danger">{error}</Banner>}
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-body text-text-muted">
          {organizations.map((one) => (
            <Outcome key={one.id} of={one} />
          ))}
          {!kept && (
            <>
              <li>You are signed out everywhere, and your API tokens stop working.</li>
              <li>Your name stays beside what you did in organizations of others.</li>
            </>
          )}
        </ul>
        {!kept && (
          <>
            {handedOver.map((one) => (
              <FormField key={one.id} label={`Hand over what you own in ${one.name} to`}>
                {(control) => (
                  <Select
                    id={control.id}
                    label={`New owner in ${one.name}`}
                    value={heirs[one.id] ?? usualHeir(one) ?? ''}
                    onChange={(heir) => setHeirs({ ...heirs, [one.id]: heir })}
                    options={one.heirs.map(({ id, name, email }) => ({
                      value: id,
                      label: name,
                      hint: email,
                    }))}
                  />
                )}
              </FormField>
            ))}
            {handsServerOver && (
              <EmailField
                size="md"
                label="Email of the account that runs this server from now on"
                value={serverHeir}
                onChange={setServerHeir}
                tried={tried}
              />
            )}
            <FormField
              label={`Type ${confirmation}`}
              error={tried && words !== confirmation ? `Type ${confirmation}` : null}
            >
              {(control) => (
                <TextInput
                  {...control}
                  autoComplete="off"
                  value={words}
                  onChange={(event) => setWords(event.target.value)}
                />
              )}
            </FormField>
            <KnownPasswordField
              size="md"
              label="Current password"
              value={password}
              onChange={setPassword}
              tried={tried}
            />
            {providers.length > 0 && (
              <p className="text-small text-text-muted">
                {`If you have only ever signed in with ${providers.map(({ name }) => name).join(' or ')}, you have none yet. `}
                <Link to={paths.forgotPassword} className="font-medium text-accent-text hover:underline">
                  Set a password
                </Link>
                {' by a mail, and come back.'}
              </p>
            )}
          </>
        )}
      </form>
    </Dialog>
  );
}

/** Deletes the person's account, once they saw what that comes to. */
export function DeleteAccount({ me }: { readonly me: Me }) {
  const [asking, setAsking] = useState(false);
  const { data, error, isFetching } = useQuery({ ...deletionQuery, enabled: asking });
  return (
    <div className="flex flex-col items-start gap-3">
      {asking && error !== null && <Banner tone="danger">{errorText(error)}</Banner>}
      <Button
        icon={Trash2}
        className="text-danger-text!"
        loading={asking && isFetching}
        onClick={() => setAsking(true)}
      >
        Delete account
      </Button>
      {asking && data !== undefined && !isFetching && (
        <DeletionDialog me={me} deletion={data} onClose={() => setAsking(false)} />
      )}
    </div>
  );
}
