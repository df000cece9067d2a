import { durationFormats } from '@weft/core';
import { FormField } from '../../primitives/FormField.tsx';
import { Select } from '../../primitives/Select.tsx';
import type { FieldSettingsProps } from '../field-settings.ts';

export function DurationSettings({ template, onChange }: FieldSettingsProps<'duration'>) {
  return (
    <FormField label="Format">
      {({ id }) => (
        <Select
          id={id}
          label="Format"
          value={template.format}
          options={durationFormats.map((value) => ({ value, label: value }))}
          onChange={(format) => onChange({ format })}
        />
      )}
    </FormField>
  );
}
