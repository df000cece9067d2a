import type { Binding, BoundAt } from '@weft/apps';
import type { Field } from '@weft/core';
import { Icon, IconButton, lightKinds, SearchSelect } from '@weft/ui';
import { X } from 'lucide-react';
import { useState } from 'react';
import { fieldOptions } from '../../base/views/tool-fields.ts';
import { BindingInput } from '../values/BindingInput.tsx';

export type Values = { readonly [fieldId: string]: Binding };

interface FieldValuesProps {
  readonly at: BoundAt;
  readonly label: string;
  /** The fields that can be written. */
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** Fields with what is written into each. */
export function FieldValues({ at, label, fields, values, onChange }: FieldValuesProps) {
  // A field that was chosen stands here before it has its value.
  const [begun, setBegun] = useState<readonly string[]>([]);
  const shown = [...Object.keys(values), ...begun.filter((id) => !(id in values))];
  const free = fields.filter(({ id }) => !shown.includes(id));
  const set = (id: string, value: Binding | undefined) => {
    const { [id]: _, ...rest } = values;
    onChange(value === undefined ? rest : { ...rest, [id]: value });
  };
  return (
    <section aria-label={label} className="flex flex-col gap-2">
      <h3 className="text-base text-text-muted">{label}</h3>
      {shown.map((id) => {
        const field = fields.find((each) => each.id === id);
        const name = field?.name ?? 'A field that is gone';
        return (
          <div key={id} className="rounded-md border p-2">
            <div className="mb-1.5 flex items-center gap-2">
              {field !== undefined && (
                <Icon of={lightKinds[field.type].icon} size={14} className="text-text-subtle" />
              )}
              <span className="min-w-0 flex-1 truncate font-medium text-base">{name}</span>
              <IconButton
                plain
                size="sm"
                icon={X}
                label={`Leave ${name} out`}
                onClick={() => {
                  setBegun(begun.filter((each) => each !== id));
                  set(id, undefined);
                }}
              />
            </div>
            <BindingInput
              at={at}
              field={field ?? null}
              label={name}
              value={values[id]}
              onChange={(value) => {
                if (value === undefined) setBegun([...begun, id]);
                set(id, value);
              }}
            />
          </div>
        );
      })}
      {free.length > 0 && (
        <SearchSelect
          size="sm"
          label={`${label}: add a field`}
          placeholder="Add a field"
          value=""
          options={fieldOptions(free)}
          onChange={(id) => setBegun([...begun, id])}
        />
      )}
    </section>
  );
}
