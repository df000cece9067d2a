import { type AppUsers, isOfUse } from '@weft/apps';
import { type Field, isLookupField, isSelectField } from '@weft/core';
import type { Json } from '@weft/documents';
import { Banner, FormField, Select } from '@weft/ui';
import { SettingRow } from '../../../shell/SettingRow.tsx';
import { fieldOptions } from '../../base/views/tool-fields.ts';
import { tableNamed } from '../app-editing.ts';
import type { SettingsProps } from './settings-props.ts';

const none = '';

/** Whether people sign in by the addresses in a field. */
const holdsAddresses = (field: Field): boolean => isOfUse(field, 'address') && !isLookupField(field);

/** Who may open the app, and which table holds the people who sign in. */
export function AccessSettings({ state, editing }: SettingsProps) {
  const { app, tables, set } = editing;
  const { users } = app;
  const table = tableNamed({ tables }, users?.tableId ?? null);
  const emails = table?.fields.filter(holdsAddresses) ?? [];
  const put = (next: AppUsers | null) => set(null, 'users', next as unknown as Json);
  const choose = (tableId: string) => {
    if (tableId === none) return put(null);
    const chosen = tableNamed({ tables }, tableId);
    const email =
      chosen?.fields.find((field) => isOfUse(field, 'email')) ?? chosen?.fields.find(holdsAddresses);
    if (chosen === undefined || email === undefined) return;
    put({
      ...{ tableId, emailFieldId: email.id },
      ...(chosen.primaryFieldId !== email.id && { nameFieldId: chosen.primaryFieldId }),
    });
  };
  /** A field that may be left out. */
  const optional = (key: 'nameFieldId' | 'roleFieldId', value: string) => {
    if (users === null) return;
    const { [key]: _, ...rest } = users;
    put(value === none ? rest : { ...rest, [key]: value });
  };
  return (
    <>
      <SettingRow title="Access" hint="What each person sees then, the rules of the tables say.">
        <div className="flex max-w-80 flex-col gap-4">
          <FormField label="Who may open it">
            {({ id }) => (
              <Select
                id={id}
                label="Who may open it"
                value={app.access}
                options={[
                  { value: 'public', label: 'Everyone' },
                  { value: 'signedIn', label: 'People who sign in' },
                ]}
                onChange={(access) => set(null, 'access', access)}
              />
            )}
          </FormField>
          {users !== null && (
            <FormField label="Sign-up">
              {({ id }) => (
                <Select
                  id={id}
                  label="Sign-up"
                  value={app.signUp}
                  options={[
                    { value: 'invite', label: 'By invitation', hint: 'Only those in the table can sign in' },
                    { value: 'open', label: 'Open to everybody', hint: 'A new address becomes a new record' },
                  ]}
                  onChange={(signUp) => set(null, 'signUp', signUp)}
                />
              )}
            </FormField>
          )}
        </div>
        {users !== null && !state.sendsMail && (
          <Banner tone="warning" className="mt-4">
            People sign in by mail, and this server sends none yet: set SMTP_URL. Until then the app can’t be
            published.
          </Banner>
        )}
      </SettingRow>
      <SettingRow
        title="Users table"
        hint="Each record is a person who signs in with their address: by a code, or a link that is mailed to them."
      >
        <div className="flex max-w-80 flex-col gap-4">
          <FormField label="Users table">
            {({ id }) => (
              <Select
                id={id}
                label="Users table"
                value={users?.tableId ?? none}
                options={[
                  { value: none, label: 'Nobody signs in' },
                  ...tables.map((each) => {
                    const fits = each.fields.some(holdsAddresses);
                    return {
                      ...{ value: each.id, label: each.name, disabled: !fits },
                      ...(!fits && { hint: 'Has no field for addresses' }),
                    };
                  }),
                ]}
                onChange={choose}
              />
            )}
          </FormField>
          {users !== null && table !== undefined && (
            <>
              <FormField label="Users email field">
                {({ id }) => (
                  <Select
                    id={id}
                    label="Users email field"
                    value={users.emailFieldId}
                    options={fieldOptions(emails)}
                    onChange={(emailFieldId) => put({ ...users, emailFieldId })}
                  />
                )}
              </FormField>
              <FormField label="Name field">
                {({ id }) => (
                  <Select
                    id={id}
                    label="Name field"
                    value={users.nameFieldId ?? none}
                    options={[{ value: none, label: 'None' }, ...fieldOptions(table.fields)]}
                    onChange={(value) => optional('nameFieldId', value)}
                  />
                )}
              </FormField>
              <FormField label="Role field" hint="A choice: rules and pages can be for people with a role.">
                {({ id }) => (
                  <Select
                    id={id}
                    label="Role field"
                    value={users.roleFieldId ?? none}
                    options={[
                      { value: none, label: 'None' },
                      ...fieldOptions(table.fields.filter(isSelectField)),
                    ]}
                    onChange={(value) => optional('roleFieldId', value)}
                  />
                )}
              </FormField>
            </>
          )}
        </div>
      </SettingRow>
    </>
  );
}
