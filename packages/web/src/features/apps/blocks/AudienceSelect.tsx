import type { App, Audience } from '@weft/apps';
import { isSelectField, type Table } from '@weft/core';
import { Checkbox, Select, TextInput } from '@weft/ui';

interface AudienceSelectProps {
  readonly app: App;
  readonly tables: readonly Table[];
  readonly label: string;
  readonly value: Audience;
  readonly onChange: (audience: Audience) => void;
}

/** The roles that people of the app can have, as their field offers them. */
function rolesOf({ users }: App, tables: readonly Table[]): readonly string[] {
  const table = tables.find(({ id }) => id === users?.tableId);
  const field = table?.fields.find(({ id }) => id === users?.roleFieldId);
  return field !== undefined && isSelectField(field)
    ? field.template.options.map((option) => option.label)
    : [];
}

const isRoles = (audience: Audience): audience is { readonly roles: readonly string[] } =>
  typeof audience === 'object';

/** Whom something is for: everyone, whoever is signed in, or who has a role. */
export function AudienceSelect({ app, tables, label, value, onChange }: AudienceSelectProps) {
  const roles = rolesOf(app, tables);
  const chosen = isRoles(value) ? value.roles : [];
  const kind = isRoles(value) ? 'roles' : value;
  const offered = [...new Set([...roles, ...chosen])];
  return (
    <div className="flex flex-col gap-2">
      <Select<'everyone' | 'signedIn' | 'roles'>
        label={label}
        value={kind}
        options={[
          { value: 'everyone', label: 'Everyone' },
          { value: 'signedIn', label: 'Signed-in people' },
          {
            ...{ value: 'roles', label: 'People with a role' },
            disabled: offered.length === 0 && app.users?.roleFieldId === undefined,
            ...(offered.length === 0 && { hint: 'Choose a field with roles in the settings first' }),
          },
        ]}
        onChange={(next) => onChange(next === 'roles' ? { roles: offered.slice(0, 1) } : next)}
      />
      {isRoles(value) &&
        (roles.length === 0 ? (
          <TextInput
            aria-label="Role"
            value={chosen[0] ?? ''}
            maxLength={100}
            onChange={({ target }) => target.value !== '' && onChange({ roles: [target.value] })}
          />
        ) : (
          <div className="flex flex-col gap-1">
            {offered.map((role) => (
              <Checkbox
                key={role}
                label={role}
                checked={chosen.includes(role)}
                onChange={(on) => {
                  const next = on ? [...chosen, role] : chosen.filter((each) => each !== role);
                  if (next.length > 0) onChange({ roles: next });
                }}
              />
            ))}
          </div>
        ))}
    </div>
  );
}
