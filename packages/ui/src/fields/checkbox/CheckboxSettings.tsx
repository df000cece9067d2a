import { palette } from '@weft/core';
import { FormField } from '../../primitives/FormField.tsx';
import { ColorSelect } from '../ColorSelect.tsx';
import type { FieldSettingsProps } from '../field-settings.ts';

export function CheckboxSettings({ template, onChange }: FieldSettingsProps<'checkbox'>) {
  return (
    <FormField label="Color">
      {({ id }) => (
        <ColorSelect
          id={id}
          label="Color"
          value={template.color}
          colors={palette}
          onChange={(color) => onChange({ color })}
        />
      )}
    </FormField>
  );
}
