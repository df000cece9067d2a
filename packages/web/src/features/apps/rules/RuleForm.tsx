import { isWritten, type RuleAction, ruleActions, ruleSentence } from '@weft/apps';
import type { Json } from '@weft/documents';
import { Checkbox, FormField, IconButton, Select } from '@weft/ui';
import { Trash2 } from 'lucide-react';
import { removeBlock } from '../app-edits.ts';
import { AudienceSelect } from '../blocks/AudienceSelect.tsx';
import { FieldList } from '../blocks/FieldList.tsx';
import { FieldValues } from '../blocks/FieldValues.tsx';
import { RowsChoice } from './RowsChoice.tsx';
import type { RuleFormProps } from './rule-form-props.ts';

const actionLabels: { readonly [A in RuleAction]: string } = {
  read: 'See records',
  create: 'Add records',
  update: 'Change records',
  delete: 'Delete records',
};

interface FieldsChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly all: string;
  /** Null: all of them. */
  readonly chosen: readonly string[] | null;
  readonly onChange: (all: boolean) => void;
}

function FieldsChoice({ label, name, all, chosen, onChange }: FieldsChoiceProps) {
  return (
    <FormField label={label}>
      {({ id }) => (
        <Select
          id={id}
          label={`${name}: ${label.toLowerCase()}`}
          value={chosen === null ? 'all' : 'some'}
          options={[
            { value: 'all', label: all },
            { value: 'some', label: 'Only these' },
          ]}
          onChange={(choice) => onChange(choice === 'all')}
        />
      )}
    </FormField>
  );
}

/** One rule: who, what they may do, and with which records and fields. */
export function RuleForm({ editing, table, rule, name }: RuleFormProps) {
  const { app, tables, session, set } = editing;
  const { id, who, can, fields, writable } = rule;
  const put = (key: string, value: unknown) => set(id, key, value as Json);
  const writes = can.includes('create') || can.includes('update');
  const written = table.fields.filter(isWritten);
  const readable = written.filter((field) => fields === null || fields.includes(field.id));
  return (
    <section aria-label={name} className="flex flex-col gap-4">
      <div className="flex items-start gap-2">
        <p className="flex-1 font-medium text-base">{ruleSentence(rule, table, editing)}</p>
        <IconButton
          plain
          size="sm"
          icon={Trash2}
          label={`Delete ${name.toLowerCase()}`}
          onClick={() => session.edit(removeBlock(session.getState().content, id))}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <fieldset>
          <legend className="mb-1.5 font-medium text-small text-text-muted">Who</legend>
          <AudienceSelect
            {...{ app, tables, value: who }}
            label={`${name}: who`}
            onChange={(next) => put('who', next)}
          />
        </fieldset>
        <fieldset>
          <legend className="mb-1.5 font-medium text-small text-text-muted">May</legend>
          <div className="flex flex-col gap-1.5">
            {ruleActions.map((action) => (
              <Checkbox
                key={action}
                label={actionLabels[action]}
                checked={can.includes(action)}
                onChange={(on) => {
                  const next = ruleActions.filter((each) => (each === action ? on : can.includes(each)));
                  if (next.length > 0) put('can', next);
                }}
              />
            ))}
          </div>
        </fieldset>
      </div>
      <RowsChoice {...{ editing, table, rule, name }} onChange={(rows) => put('rows', rows)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <FieldsChoice
          {...{ name, label: 'Fields they see', all: 'All fields', chosen: fields }}
          onChange={(all) => put('fields', all ? null : table.fields.map((field) => field.id))}
        />
        {writes && (
          <FieldsChoice
            {...{ name, label: 'Fields they fill in', all: 'All that they see', chosen: writable }}
            onChange={(all) => put('writable', all ? null : readable.map((field) => field.id))}
          />
        )}
      </div>
      {fields !== null && (
        <FieldList
          label="They see"
          fields={table.fields}
          shown={fields}
          most={table.fields.length}
          onChange={(next) => put('fields', next)}
        />
      )}
      {writes && writable !== null && (
        <FieldList
          label="They fill in"
          fields={readable}
          shown={writable}
          most={written.length}
          onChange={(next) => put('writable', next)}
        />
      )}
      {can.includes('create') && (
        <FieldValues
          at={{ editing, page: null }}
          label="Filled in by the app in a new record"
          fields={written}
          values={rule.presets}
          onChange={(next) => put('presets', Object.keys(next).length === 0 ? null : next)}
        />
      )}
    </section>
  );
}
