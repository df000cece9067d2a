import type { OrganizationSettings } from '@weft/protocol';
import { Badge, Banner, Button, FormField, InitialTile, Select, TextInput } from '@weft/ui';
import { type FormEvent, useState } from 'react';
import type { Me } from '../../api.ts';
import { meQuery, organizationsQuery, queryClient } from '../../queries.ts';
import { focusFirstError } from '../../shell/focus-first-error.ts';
import { organizationNameFault } from '../../shell/organization-name.ts';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { account } from './account-calls.ts';
import { dateOptions, timeOptions, usual } from './FormatsForm.tsx';
import { PictureForm } from './PictureForm.tsx';

type Change = Parameters<typeof account.changeOrganization>[0];

const save = async (change: Change) => {
  await account.changeOrganization(change);
  await queryClient.invalidateQueries(meQuery);
  await queryClient.invalidateQueries(organizationsQuery);
};

interface TextFormProps {
  readonly label: string;
  readonly hint?: string;
  readonly initial: string;
  readonly faultOf: (text: string) => string | null;
  readonly changeOf: (text: string) => Change;
}

/** One text of the organization: saved when asked, or given back. */
function TextForm({ label, hint, initial, faultOf, changeOf }: TextFormProps) {
  const [text, setText] = useState(initial);
  const { busy, error, setError, submit } = useSubmission();
  const dirty = text !== initial;
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    focusFirstError(event.currentTarget);
    if (!dirty) return;
    const fault = faultOf(text);
    if (fault !== null) return setError(fault);
    await submit(() => save(changeOf(text.trim())));
  };
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <FormField label={label} hint={hint} error={error}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FormField>
      {dirty && (
        <div className="mt-3 flex gap-2">
          <Button type="submit" variant="primary" loading={busy}>
            {busy ? 'Saving' : 'Save'}
          </Button>
          <Button
            onClick={() => {
              setText(initial);
              setError(null);
            }}
          >
            Discard
          </Button>
        </div>
      )}
    </form>
  );
}

const domainsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);

function domainsFault(text: string): string | null {
  const wrong = domainsIn(text).find((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain));
  return wrong === undefined ? null : `Not a domain such as example.org: ${wrong}`;
}

const sessionOptions = [
  { value: usual, label: 'Usual: 30 days' },
  ...[1, 7, 14].map((days) => ({ value: String(days), label: days === 1 ? '1 day' : `${days} days` })),
];

type Formats = Pick<OrganizationSettings, 'dateFormat' | 'timeFormat'>;

/** What an organization is called and sets for its members, for its admins. */
export function OrganizationSection({ me }: { readonly me: Me }) {
  const { id, name, picture, planName, isSandbox, settings } = me.organization;
  const { error, submit } = useSubmission();
  const choose = (change: Change) => void submit(() => save(change));
  const domains = settings.emailDomains?.join(', ') ?? '';
  const kept = String(settings.sessionDays ?? usual);
  return (
    <>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <SettingRow title="Organization" hint="Its members see the name at the top of the sidebar.">
        <TextForm
          key={name}
          label="Name"
          initial={name}
          faultOf={organizationNameFault}
          changeOf={(text) => ({ name: text })}
        />
        <p className="mt-3">
          <Badge>{isSandbox ? 'Sandbox' : planName.slice(0, 1).toUpperCase() + planName.slice(1)}</Badge>
        </p>
      </SettingRow>
      <SettingRow title="Picture" hint="Its members see it where they choose an organization.">
        <PictureForm
          of="organization"
          picture={picture}
          shown={<InitialTile name={name} id={id} picture={picture} size={56} />}
        />
      </SettingRow>
      <SettingRow title="Formats" hint="For members who chose none in their profile.">
        <div className="flex flex-col gap-4">
          <FormField label="Dates">
            {(control) => (
              <Select<NonNullable<Formats['dateFormat']>>
                id={control.id}
                label="Dates"
                value={settings.dateFormat ?? 'us'}
                onChange={(dateFormat) => choose({ dateFormat })}
                options={dateOptions}
              />
            )}
          </FormField>
          <FormField label="Times">
            {(control) => (
              <Select<NonNullable<Formats['timeFormat']>>
                id={control.id}
                label="Times"
                value={settings.timeFormat ?? '12h'}
                onChange={(timeFormat) => choose({ timeFormat })}
                options={timeOptions}
              />
            )}
          </FormField>
        </div>
      </SettingRow>
      <SettingRow title="Signing in" hint="Holds for everybody who works in the organization.">
        <div className="flex flex-col gap-4">
          <FormField label="Sign out after" hint="A session in which nothing is done for so long ends.">
            {(control) => (
              <Select
                id={control.id}
                label="Sign out after"
                value={kept}
                onChange={(days) => choose({ sessionDays: days === usual ? null : Number(days) })}
                options={
                  sessionOptions.some(({ value }) => value === kept)
                    ? sessionOptions
                    : [...sessionOptions, { value: kept, label: `${kept} days` }]
                }
              />
            )}
          </FormField>
          <TextForm
            key={domains}
            label="Domains of addresses that may join"
            hint="Separated by commas, such as example.org. Empty: all."
            initial={domains}
            faultOf={domainsFault}
            changeOf={(text) => ({ emailDomains: domainsIn(text).length === 0 ? null : domainsIn(text) })}
          />
        </div>
      </SettingRow>
    </>
  );
}
