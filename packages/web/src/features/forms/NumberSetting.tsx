import { FormField, TextInput } from '@weft/ui';

export interface NumberSettingProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: number | null;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number | null) => void;
}

/** A whole number, or nothing; what is neither goes back to what it was. */
export function NumberSetting({ label, hint, value, least, most, onChange }: NumberSettingProps) {
  return (
    <FormField label={label} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          key={value}
          className="max-w-40"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={value ?? ''}
          onBlur={({ target }) => {
            const text = target.value.trim();
            const number = Number(text);
            if (text === '') onChange(null);
            else if (/^\d{1,6}$/.test(text) && number >= least && number <= most) onChange(number);
            else target.value = String(value ?? '');
          }}
        />
      )}
    </FormField>
  );
}
