import type { Field, FieldKind, Template } from '@weft/core';
import type { FunctionComponent } from 'react';
import { DateSettings, DatetimeSettings } from './settings/DateSettings.tsx';
import type { FieldSettingsProps as KindProps } from './settings/field-settings.ts';
import { CurrencySettings, NumberSettings, PercentSettings } from './settings/NumberSettings.tsx';
import { SelectSettings } from './settings/SelectSettings.tsx';
import { CheckboxSettings, DurationSettings, RatingSettings } from './settings/small-settings.tsx';

/** THE list of settings; null where a kind has none, or none that can be offered yet. */
const fieldSettings: { readonly [K in FieldKind]: FunctionComponent<KindProps<K>> | null } = {
  single_line_text: null,
  long_text: null,
  number: NumberSettings,
  currency: CurrencySettings,
  percent: PercentSettings,
  rating: RatingSettings,
  duration: DurationSettings,
  date: DateSettings,
  datetime: DatetimeSettings,
  checkbox: CheckboxSettings,
  single_select: SelectSettings,
  multiple_select: SelectSettings,
  attachments: null,
  email: null,
  url: null,
  phone_number: null,
  linked_record: null,
  lookup: null,
};

export interface FieldSettingsProps {
  readonly type: FieldKind;
  readonly template: Field['template'];
  readonly onChange: (template: Field['template']) => void;
}

/** Whether a kind has settings to show. */
export const hasSettings = (kind: FieldKind): boolean => fieldSettings[kind] !== null;

/** The settings of a field, by its kind; nothing for kinds that have none. */
export function FieldSettings({ type, template, onChange }: FieldSettingsProps) {
  const Settings = fieldSettings[type] as FunctionComponent<KindProps> | null;
  // `type` and `template` belong together, as in a field.
  return Settings === null ? null : (
    <Settings template={template as Template<FieldKind>} onChange={onChange} />
  );
}
