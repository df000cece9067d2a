import { Link } from '@tanstack/react-router';
import { tableOfAction } from '@weft/apps';
import { FormField, Select } from '@weft/ui';
import { paths } from '../../../paths.ts';
import { tableNamed } from '../app-editing.ts';
import type { SettingProps } from './setting-host.ts';

/** Which integration of the app is run: those about the record that is acted on, and those about none. */
export function IntegrationPick({ editing, block, setting, value, onChange }: SettingProps<'integration'>) {
  const table = tableOfAction(editing.app, block);
  const all = editing.integrations ?? [];
  const offered = all.filter(({ id, tableId }) => id === value || tableId === null || tableId === table);
  const address = paths.appEditor(
    editing.session.flowId,
    typeof value === 'string' && all.some(({ id }) => id === value)
      ? `integrations/${value}`
      : 'integrations/add',
  );
  return (
    <div className="flex flex-col gap-1.5">
      <FormField
        label={setting.label}
        hint={
          offered.length > 0
            ? undefined
            : `No integration of this app is about ${table === null ? 'no record' : `‘${tableNamed(editing, table)?.name ?? 'this table'}’`} yet.`
        }
      >
        {({ id }) => (
          <Select
            id={id}
            label={setting.label}
            placeholder="Choose an integration"
            value={typeof value === 'string' ? value : ''}
            options={offered.map((one) => ({
              ...{ value: one.id, label: one.name },
              hint: one.enabled ? undefined : 'Switched off',
            }))}
            onChange={onChange}
          />
        )}
      </FormField>
      <Link to={address} className="self-start text-accent-text text-base underline">
        {address.endsWith('/add') ? 'Add an integration' : 'How it is set up'}
      </Link>
    </div>
  );
}
