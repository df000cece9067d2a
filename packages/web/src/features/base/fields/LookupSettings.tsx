import { type Field, isLinkField, isLookupField, type LookupTemplate, type Table } from '@weft/core';
import { FormField, lightKinds, SearchSelect, Select } from '@weft/ui';

interface LookupSettingsProps {
  readonly table: Table;
  readonly tables: readonly Table[];
  /** Without what is not chosen yet. */
  readonly template: Partial<LookupTemplate>;
  readonly onChange: (template: Partial<LookupTemplate>) => void;
}

const optionsOf = (fields: readonly Field[]) =>
  fields.map(({ id, name, type }) => ({ value: id, label: name, icon: lightKinds[type].icon }));

/** The link field that a lookup looks through, and the field of the linked records that it shows. */
export function LookupSettings({ table, tables, template, onChange }: LookupSettingsProps) {
  const { linkedRecordFieldId = '', lookupFieldId = '' } = template;
  const links = table.fields.filter(isLinkField);
  const link = links.find(({ id }) => id === linkedRecordFieldId);
  const target = tables.find(({ id }) => id === link?.template.tableId);
  const shown = (target?.fields ?? []).filter((field) => !isLookupField(field));
  const targetGone = link !== undefined && target === undefined;
  return (
    <>
      <FormField
        label="Linked record field"
        hint={
          links.length === 0 ? 'No linked record fields found. Create a linked record field first.' : null
        }
        error={
          targetGone ? 'Target table not found. Please check the linked record field configuration.' : null
        }
      >
        {({ id }) => (
          <SearchSelect
            id={id}
            label="Linked record field"
            placeholder="Select a linked record field"
            value={linkedRecordFieldId}
            options={optionsOf(links)}
            // The field that was shown is one of another table now.
            onChange={(chosen) => chosen !== linkedRecordFieldId && onChange({ linkedRecordFieldId: chosen })}
          />
        )}
      </FormField>
      <FormField label="Lookup field">
        {({ id }) =>
          target === undefined ? (
            <Select
              id={id}
              label="Lookup field"
              placeholder="Select a linked record field first"
              value=""
              options={[]}
              onChange={() => {}}
              disabled
            />
          ) : (
            <SearchSelect
              id={id}
              label="Lookup field"
              placeholder="Select a field"
              value={lookupFieldId}
              options={optionsOf(shown)}
              onChange={(chosen) => onChange({ linkedRecordFieldId, lookupFieldId: chosen })}
            />
          )
        }
      </FormField>
    </>
  );
}
