import type { LinkedRecordTemplate, Table } from '@weft/core';
import { FormField, SearchSelect, Select, Switch } from '@weft/ui';
import { newId } from '../../../session/new-id.ts';

interface LinkSettingsProps {
  readonly tables: readonly Table[];
  readonly ownTableId: string;
  /** Of a field that is there only what does not move its links can be changed. */
  readonly isNew: boolean;
  /** Without a table until one is chosen. */
  readonly template: Partial<LinkedRecordTemplate>;
  readonly onChange: (template: Partial<LinkedRecordTemplate>) => void;
}

/** The hint under the list of tables. */
function hintFor({ isNew, template, tables, ownTableId }: LinkSettingsProps): string | null {
  if (!isNew) return "Can't edit the selected table";
  if (template.tableId !== undefined) return 'The table gets a field that shows the links from its side.';
  return tables.every(({ id }) => id === ownTableId)
    ? 'No other tables available. Create another table to link records between tables.'
    : 'Please select a table to link to first';
}

/** The table a field links to, and whether a cell takes several of its records. */
export function LinkSettings(props: LinkSettingsProps) {
  const { tables, ownTableId, isNew, template, onChange } = props;
  const { tableId, allowMultiple = true } = template;
  const inverseFieldId = template.inverseFieldId ?? newId('fld');
  const chooser = {
    label: 'Linked table',
    placeholder: 'Select a table',
    value: tableId ?? '',
    options: tables.map(({ id, name }) => ({
      value: id,
      label: id === ownTableId ? `${name} (this table)` : name,
    })),
    onChange: (chosen: string) => onChange({ tableId: chosen, allowMultiple, inverseFieldId }),
  };
  return (
    <>
      <FormField label="Linked table" hint={hintFor(props)}>
        {({ id }) =>
          isNew ? <SearchSelect id={id} {...chooser} /> : <Select id={id} {...chooser} disabled />
        }
      </FormField>
      <Switch
        label="Allow linking to several records"
        checked={allowMultiple}
        onChange={(several) => onChange({ ...template, allowMultiple: several, inverseFieldId })}
      />
    </>
  );
}
