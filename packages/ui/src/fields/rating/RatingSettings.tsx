import { mostStars } from '@weft/core';
import { FormField } from '../../primitives/FormField.tsx';
import { Select } from '../../primitives/Select.tsx';
import type { FieldSettingsProps } from '../field-settings.ts';

const ratings = Array.from({ length: 10 }, (_, index) => String(index + 1));

export function RatingSettings({ template, onChange }: FieldSettingsProps<'rating'>) {
  return (
    <FormField label="Maximum rating">
      {({ id }) => (
        <Select
          id={id}
          label="Maximum rating"
          value={String(mostStars(template))}
          options={ratings.map((value) => ({ value, label: value }))}
          onChange={(value) => onChange({ maxRating: Number(value) })}
        />
      )}
    </FormField>
  );
}
