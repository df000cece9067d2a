import type { Field, FieldKind, Template } from '@weft/core';
import type { FunctionComponent } from 'react';
import { CheckboxSettings } from './checkbox/CheckboxSettings.tsx';
import { DateSettings, DatetimeSettings } from './date/DateSettings.tsx';
import { DurationSettings } from './duration/DurationSettings.tsx';
import type { FieldSettingsProps as KindProps } from './field-settings.ts';
import { CurrencySettings, NumberSettings, PercentSettings } from './number/NumberSettings.tsx';
import { RatingSettings } from './rating/RatingSettings.tsx';
import { SelectSettings } from './select/SelectSettings.tsx';

type KindWithSettings = {
  [K in FieldKind]: Template<K> extends Readonly<Record<string, never>> ? never : K;
}[FieldKind];

/** THE list of the settings of the kinds that have some; null where they cannot be offered yet. */
const fieldSettings: { readonly [K in KindWithSettings]: FunctionComponent<KindProps<K>> | null } = {
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
  linked_record: null,
  lookup: null,
  created_time: DatetimeSettings,
  last_modified_time: DatetimeSettings,
};

// `type` and `template` belong together, as in a field.
const settingsOf = (kind: FieldKind): FunctionComponent<KindProps> | null =>
  (fieldSettings as { readonly [K in FieldKind]?: FunctionComponent<KindProps> | null })[kind] ?? null;

export interface FieldSettingsProps {
  readonly type: FieldKind;
  readonly template: Field['template'];
  readonly onChange: (template: Field['template']) => void;
}

/** Whether a kind has settings to show. */
export const hasSettings = (kind: FieldKind): boolean => settingsOf(kind) !== null;

/** The settings of a field, by its kind; nothing for kinds that have none. */
export function FieldSettings({ type, template, onChange }: FieldSettingsProps) {
  const Settings = settingsOf(type);
  return Settings === null ? null : (
    <Settings template={template as Template<FieldKind>} onChange={onChange} />
  );
}
