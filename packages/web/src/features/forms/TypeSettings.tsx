import type { Content } from '@weft/documents';
import {
  type FormQuestion,
  questionType,
  recordSourceJson,
  recordSourceOf,
  type Setting,
  type SettingValue,
  serviceListOf,
} from '@weft/forms';
import { FormField, SearchSelect, Select, Switch, Textarea, TextInput } from '@weft/ui';
import { type ReactNode, useState } from 'react';
import { setProp } from '../../editor/set-prop.ts';
import { ChosenAtFirst } from './ChosenAtFirst.tsx';
import type { FormSession } from './form-session.ts';
import { ImagePicker } from './ImagePicker.tsx';
import { SourceSetting } from './SourceSetting.tsx';

interface ControlProps<S extends Setting> {
  readonly flowId: string;
  readonly question: FormQuestion;
  readonly setting: S;
  readonly value: SettingValue | undefined;
  /** Null: as usual. */
  readonly onChange: (value: SettingValue | null, typed?: boolean) => void;
}

/** A number while it is typed: what is none yet changes nothing. */
function NumberControl({
  setting,
  value,
  onChange,
}: ControlProps<Extract<Setting, { kind: 'number' | 'integer' }>>) {
  const [text, setText] = useState(value === undefined ? '' : String(value));
  const read = (typed: string): number | null => {
    const number = typed.trim() === '' ? Number.NaN : Number(typed.replace(',', '.'));
    if (!Number.isFinite(number)) return null;
    const isOutside =
      setting.kind === 'integer' &&
      (!Number.isInteger(number) || number < setting.min || number > setting.max);
    return isOutside ? null : number;
  };
  // Somebody else set it, or undo has.
  const shown = read(text) === (value ?? null) ? text : value === undefined ? '' : String(value);
  const [isEditing, setEditing] = useState(false);
  const current = isEditing ? text : shown;
  const isFaulty = current.trim() !== '' && read(current) === null;
  const range =
    setting.kind === 'integer' ? `A whole number from ${setting.min} to ${setting.max}` : 'A number';
  return (
    <FormField label={setting.label} hint={setting.hint} error={isFaulty ? range : null}>
      {(control) => (
        <TextInput
          {...control}
          inputMode="decimal"
          autoComplete="off"
          placeholder={setting.kind === 'integer' ? String(setting.usual ?? '') : undefined}
          value={current}
          onFocus={() => {
            setText(shown);
            setEditing(true);
          }}
          onBlur={() => setEditing(false)}
          onChange={({ target }) => {
            setText(target.value);
            const number = read(target.value);
            if (number !== null || target.value.trim() === '') onChange(number, true);
          }}
        />
      )}
    </FormField>
  );
}

function TextControl({ setting, value, onChange }: ControlProps<Extract<Setting, { kind: 'text' }>>) {
  const { label, hint, maxLength, lines } = setting;
  return (
    <FormField label={label} hint={hint}>
      {(control) => {
        const typed = {
          ...control,
          maxLength,
          value: String(value ?? ''),
          onChange: ({ target }: { readonly target: { readonly value: string } }) =>
            onChange(target.value || null, true),
        };
        return lines === 'many' ? (
          <Textarea {...typed} rows={5} />
        ) : (
          <TextInput {...typed} autoComplete="off" />
        );
      }}
    </FormField>
  );
}

/** THE list: how each kind of setting is asked for. */
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

const controls: {
  readonly [K in Setting['kind']]: (props: ControlProps<Extract<Setting, { kind: K }>>) => ReactNode;
} = {
  flag: ({ setting, value, onChange }) => (
    <div>
      <Switch
        label={setting.label}
        className="min-h-8"
        checked={value === true}
        onChange={(on) => onChange(on || null)}
      />
      {setting.hint !== undefined && <p className="text-small text-text-muted">{setting.hint}</p>}
    </div>
  ),
  number: NumberControl,
  integer: NumberControl,
  text: TextControl,
  day: ({ setting, value, onChange }) => (
    <FormField label={setting.label} hint={setting.hint}>
      {(control) => (
        <TextInput
          {...control}
          type="date"
          min="0001-01-01"
          max="9999-12-31"
          value={String(value ?? '')}
          onChange={({ target }) => onChange(target.value || null)}
        />
      )}
    </FormField>
  ),
  zone: ({ setting, value, onChange }) => (
    <FormField label={setting.label} hint={setting.hint}>
      {(control) => (
        <SearchSelect
          id={control.id}
          label={setting.label}
          value={String(value ?? 'UTC')}
          options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          onChange={(zone) => onChange(zone === 'UTC' ? null : zone)}
        />
      )}
    </FormField>
  ),
  image: ({ flowId, setting, value, onChange }) => (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-base">{setting.label}</legend>
      <ImagePicker
        flowId={flowId}
        image={typeof value === 'string' ? value : undefined}
        noun="the image"
        onChange={onChange}
      />
    </fieldset>
  ),
  source: ({ setting, value, onChange }) => (
    <SourceSetting
      label={setting.label}
      source={recordSourceOf({ settings: value === undefined ? {} : { source: value } })}
      list={serviceListOf({ settings: value === undefined ? {} : { source: value } })}
      onChange={(source) => onChange(recordSourceJson(source) as unknown as SettingValue)}
    />
  ),
  choices: ({ setting, question, value, onChange }) => (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium text-base">{setting.label}</p>
      <ChosenAtFirst
        label={setting.label}
        question={question}
        value={String(value ?? '')}
        onChange={(ids) => onChange(ids || null)}
      />
    </div>
  ),
  pick: ({ setting, value, onChange }) => (
    <FormField label={setting.label} hint={setting.hint}>
      {(control) => (
        <Select
          id={control.id}
          label={setting.label}
          value={String(value ?? setting.options[0]?.value ?? '')}
          options={setting.options}
          onChange={onChange}
        />
      )}
    </FormField>
  ),
};

/** What can be set of a question besides what all questions have. */
export function TypeSettings({
  session,
  content,
  question,
}: {
  readonly session: FormSession;
  readonly content: Content;
  readonly question: FormQuestion;
}) {
  return Object.entries(questionType(question.type).settings).map(([name, setting]) => {
    const Control = controls[setting.kind] as (props: ControlProps<Setting>) => ReactNode;
    return (
      <Control
        key={`${question.id} ${name}`}
        flowId={session.flowId}
        question={question}
        setting={setting}
        value={question.settings[name]}
        onChange={(value, typed = false) =>
          session.edit(setProp(content, question.id, name, value), { typed })
        }
      />
    );
  });
}
