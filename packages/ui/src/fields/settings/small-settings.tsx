import { durationFormats, palette } from '@weft/core';
import { FormField } from '../../primitives/FormField.tsx';
import { Select } from '../../primitives/Select.tsx';
import { ColorSelect } from './ColorSelect.tsx';
import type { FieldSettingsProps } from './field-settings.ts';

const ratings = Array.from({ length: 10 }, (_, index) => String(index + 1));

export function RatingSettings({ template, onChange }: FieldSettingsProps<'rating'>) {
  return (
    <FormField label="Maximum rating">
      {({ id }) => (
        <Select
          id={id}
          label="Maximum rating"
          value={String(template.maxRating)}
          options={ratings.map((value) => ({ value, label: value }))}
          onChange={(value) => onChange({ maxRating: Number(value) })}
        />
      )}
    </FormField>
  );
}

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
