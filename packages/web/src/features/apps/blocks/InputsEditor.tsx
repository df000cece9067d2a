import { type FormInput, fieldsSetting, inputOf, longestHelp } from '@weft/apps';
import type { Field } from '@weft/core';
import type { Json } from '@weft/documents';
import { cx, FormField, Icon, lightKinds, Switch, TextInput } from '@weft/ui';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { ConditionList } from '../values/ConditionList.tsx';
import type { SettingProps } from './setting-host.ts';

/** What is said of a field beside its name: 'Required, has conditions'. */
const summaryOf = ({ required, help, when }: FormInput): string =>
  [
    ...(required ? ['required'] : []),
    ...(help === null ? [] : ['help']),
    ...(when === null ? [] : ['conditions']),
  ].join(', ');

const asJson = ({ required, help, when }: FormInput): { readonly [key: string]: Json } => ({
  ...(required && { required }),
  ...(help !== null && { help }),
  ...(when !== null && { when: when as unknown as Json }),
});

/** How a form asks for each of its fields: whether it requires it, what it says below it, and when it asks for it. */
export function InputsEditor({ editing, block, setting, fields, value, onChange }: SettingProps<'inputs'>) {
  const [open, setOpen] = useState<string | null>(null);
  const asked = fieldsSetting(block).flatMap((id) => fields.find((field) => field.id === id) ?? []);
  if (asked.length === 0) return null;
  const all = (value ?? {}) as { readonly [fieldId: string]: Json };
  const set = (id: string, next: FormInput, how?: { readonly typed: boolean }) => {
    const { [id]: _, ...others } = all;
    const input = asJson(next);
    const inputs = Object.keys(input).length === 0 ? others : { ...others, [id]: input };
    onChange(Object.keys(inputs).length === 0 ? null : inputs, how);
  };
  return (
    <section aria-label={setting.label}>
      <h3 className="mb-1 font-semibold text-base">{setting.label}</h3>
      <ul>
        {asked.map((field, place) => (
          <InputRow
            key={field.id}
            {...{ editing, block, field }}
            before={asked.slice(0, place)}
            input={inputOf(block, field.id)}
            open={open === field.id}
            onOpen={() => setOpen(open === field.id ? null : field.id)}
            onChange={(next, how) => set(field.id, next, how)}
          />
        ))}
      </ul>
    </section>
  );
}

interface InputRowProps extends Pick<SettingProps<'inputs'>, 'editing' | 'block'> {
  readonly field: Field;
  /** The fields that are asked for before it: by these it can be asked for. */
  readonly before: readonly Field[];
  readonly input: FormInput;
  readonly open: boolean;
  readonly onOpen: () => void;
  readonly onChange: (input: FormInput, how?: { readonly typed: boolean }) => void;
}

function InputRow({ editing, block, field, before, input, open, onOpen, onChange }: InputRowProps) {
  const summary = summaryOf(input);
  return (
    <li className={cx('rounded-md', open && 'my-1 border')}>
      <button
        type="button"
        aria-expanded={open}
        className="flex min-h-8 w-full items-center gap-2 rounded-md px-1 text-start hover:bg-hover"
        onClick={onOpen}
      >
        <Icon of={lightKinds[field.type].icon} size={14} className="text-text-subtle" />
        <span className="min-w-0 flex-1 truncate text-base">{field.name}</span>
        {summary !== '' && <span className="text-small text-text-muted">{summary}</span>}
        <Icon
          of={ChevronDown}
          size={14}
          className={cx('text-text-subtle transition-transform', open && 'rotate-180')}
        />
      </button>
      {open && (
        <div className="flex flex-col gap-3 p-2">
          <Switch
            label="Required"
            className="min-h-8"
            checked={input.required}
            onChange={(required) => onChange({ ...input, required })}
          />
          <FormField label="Help">
            {(control) => (
              <TextInput
                {...control}
                value={input.help ?? ''}
                maxLength={longestHelp}
                autoComplete="off"
                onChange={({ target }) =>
                  onChange({ ...input, help: target.value === '' ? null : target.value }, { typed: true })
                }
              />
            )}
          </FormField>
          {(before.length > 0 || input.when !== null) && (
            <section aria-label="Asked for when">
              <h4 className="mb-1.5 text-base text-text-muted">Asked for when</h4>
              <ConditionList
                at={{ editing, page: block.page }}
                fields={before}
                conditions={input.when}
                onChange={(when) => onChange({ ...input, when })}
              />
            </section>
          )}
        </div>
      )}
    </li>
  );
}
