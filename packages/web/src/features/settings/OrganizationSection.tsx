import type { OrganizationSettings } from '@weft/protocol';
import { Badge, Banner, FormField, InitialTile, Select, Switch } from '@weft/ui';
import type { Me } from '../../api.ts';
import { meQuery, organizationsQuery, queryClient } from '../../queries.ts';
import { organizationNameFault } from '../../shell/organization-name.ts';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { account } from './account-calls.ts';
import { dateOptions, timeOptions, usual } from './FormatsForm.tsx';
import { PictureForm } from './PictureForm.tsx';
import { SavedText } from './SavedText.tsx';

type Change = Parameters<typeof account.changeOrganization>[0];

const save = async (change: Change) => {
  await account.changeOrganization(change);
  await queryClient.invalidateQueries(meQuery);
  await queryClient.invalidateQueries(organizationsQuery);
};

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
        <SavedText
          key={name}
          label="Name"
          initial={name}
          faultOf={organizationNameFault}
          onSave={(text) => save({ name: text })}
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
      <SettingRow title="Connections" hint="To services that forms write to.">
        <Switch
          label="Keep connections to the workspace they are made in"
          checked={settings.connectionsInWorkspace === true}
          onChange={(on) => choose({ connectionsInWorkspace: on || null })}
        />
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
          <SavedText
            key={domains}
            label="Domains of addresses that may join"
            hint="Separated by commas, such as example.org. Empty: all."
            initial={domains}
            faultOf={domainsFault}
            onSave={(text) => save({ emailDomains: domainsIn(text).length === 0 ? null : domainsIn(text) })}
          />
        </div>
      </SettingRow>
    </>
  );
}
