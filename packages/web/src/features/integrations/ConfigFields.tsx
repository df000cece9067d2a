import { hostOf } from '@weft/protocol';
import { Banner, FormField, Select, Switch, TextInput } from '@weft/ui';
import { useDebounced } from '../../shell/use-debounced.ts';
import type { ConfigField } from './integration-queries.ts';
import { shownFault } from './service-words.ts';
import { TwilioNumber } from './TwilioNumber.tsx';

export type ConfigValues = { readonly [key: string]: string | number | boolean };

/** Milliseconds after the last key until what was typed is judged. */
const validationPause = 500;

/** The keyboard of a phone for what is typed. */
const inputModes: { readonly [K in ConfigField['kind']]: 'numeric' | undefined } = {
  ...{ text: undefined, number: 'numeric', choice: undefined, switch: undefined },
};

/** What was typed, as the setting's kind has it; as long as it is none, the text. */
const readTyped = ({ kind, isHost }: ConfigField, text: string): string | number =>
  inputModes[kind] === 'numeric' && /^\d+$/.test(text) ? Number(text) : isHost ? hostOf(text) : text;

interface ConfigFieldsProps {
  readonly fields: readonly ConfigField[];
  readonly values: ConfigValues;
  /** Secret settings are stored already: one that is left empty stays. */
  readonly known: boolean;
  readonly onChange: (key: string, value: string | number | boolean) => void;
}

/** What a service asks for where it is connected. */
export function ConfigFields({ fields, values, known, onChange }: ConfigFieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      {fields.map((field) =>
        field.offeredAfter.length > 0 ? (
          <TwilioNumber
            key={field.key}
            {...{ field, values, known }}
            onChange={(value) => onChange(field.key, value)}
          />
        ) : (
          <ConfigControl
            key={field.key}
            field={field}
            value={values[field.key]}
            known={known}
            onChange={(value) => onChange(field.key, value)}
          />
        ),
      )}
    </div>
  );
}

function ConfigControl(props: {
  readonly field: ConfigField;
  readonly value: string | number | boolean | undefined;
  readonly known: boolean;
  readonly onChange: (value: string | number | boolean) => void;
}) {
  const { field, value, known, onChange } = props;
  const judged = useDebounced(value, validationPause);
  const fault = shownFault(field, judged, value);
  if (field.kind === 'switch')
    return <Switch label={field.label} checked={value === true} onChange={onChange} />;
  const hint = field.hint ?? undefined;
  const warning = field.choices.find((choice) => choice.value === value)?.warning ?? null;
  const control = (
    <FormField label={field.label} hint={hint} error={fault}>
      {(part) =>
        field.kind === 'choice' ? (
          <Select
            id={part.id}
            label={field.label}
            value={String(value ?? '')}
            options={field.choices}
            onChange={onChange}
          />
        ) : (
          <TextInput
            {...part}
            type={field.secret ? 'password' : 'text'}
            inputMode={inputModes[field.kind]}
            // A password manager has no say in another service's keys.
            autoComplete={field.secret ? 'new-password' : 'off'}
            spellCheck={false}
            value={String(value ?? '')}
            placeholder={field.secret && known ? 'Kept as it is' : undefined}
            onChange={(event) => onChange(readTyped(field, event.target.value))}
          />
        )
      }
    </FormField>
  );
  if (warning === null) return control;
  return (
    <div className="flex flex-col gap-2">
      {control}
      <Banner tone="warning">{warning}</Banner>
    </div>
  );
}
