import type { RuleRows } from '@weft/apps';
import { FormField, Select } from '@weft/ui';
import { fieldOptions } from '../../base/views/tool-fields.ts';
import { tableNamed } from '../app-editing.ts';
import { ConditionList } from '../values/ConditionList.tsx';
import { ownFields, sharedLinks } from './rule-edits.ts';
import type { RuleFormProps } from './rule-form-props.ts';

/** Which records a rule is about. */
export function RowsChoice({
  editing,
  table,
  rule: { rows },
  name,
  onChange,
}: RuleFormProps & { readonly onChange: (rows: RuleRows) => void }) {
  const { app, tables } = editing;
  const people = tableNamed({ tables }, app.users?.tableId ?? null);
  const own = app.users === null ? [] : ownFields(table, app.users);
  const shared = sharedLinks(table, people);
  const begin = (kind: RuleRows['kind']) => {
    const [field] = own;
    const [pair] = shared;
    if (kind === 'all') onChange({ kind });
    else if (kind === 'when') onChange({ kind, filter: { conjunction: 'and', items: [] } });
    else if (kind === 'own' && field !== undefined) onChange({ kind, field: field.id });
    else if (kind === 'linked' && pair !== undefined) onChange({ kind, ...pair });
  };
  const pairName = ({ field, via }: { readonly field: string; readonly via: string }): string => {
    const one = table.fields.find((each) => each.id === field)?.name;
    const other = people?.fields.find((each) => each.id === via)?.name;
    return `${one} is their ${other}`;
  };
  return (
    <div className="flex flex-col gap-2">
      <FormField label="Which records">
        {({ id }) => (
          <Select<RuleRows['kind']>
            id={id}
            label={`${name}: which records`}
            value={rows.kind}
            options={[
              { value: 'all', label: 'All records' },
              {
                ...{ value: 'own', label: 'Their own', disabled: own.length === 0 },
                hint:
                  own.length === 0
                    ? 'Needs people who sign in, and a field with their address or a link to them'
                    : 'A field holds their address, or links to them',
              },
              {
                ...{ value: 'linked', label: 'Linked to what is theirs', disabled: shared.length === 0 },
                hint:
                  shared.length === 0
                    ? 'Needs a link that people have, too, such as their company'
                    : 'Both link to the same, such as their company or team',
              },
              { value: 'when', label: 'Those that meet conditions' },
            ]}
            onChange={begin}
          />
        )}
      </FormField>
      {rows.kind === 'own' && (
        <Select
          label={`${name}: the field that says whose a record is`}
          value={rows.field}
          options={fieldOptions(own)}
          onChange={(field) => onChange({ kind: 'own', field })}
        />
      )}
      {rows.kind === 'linked' && (
        <Select
          label={`${name}: the links that are the same`}
          value={`${rows.field} ${rows.via}`}
          options={shared.map((pair) => ({ value: `${pair.field} ${pair.via}`, label: pairName(pair) }))}
          onChange={(chosen) => {
            const [field = '', via = ''] = chosen.split(' ');
            onChange({ kind: 'linked', field, via });
          }}
        />
      )}
      {rows.kind === 'when' && (
        <ConditionList
          at={{ editing, page: null }}
          fields={table.fields}
          conditions={rows.filter}
          onChange={(filter) =>
            onChange({ kind: 'when', filter: filter ?? { conjunction: 'and', items: [] } })
          }
        />
      )}
    </div>
  );
}
