import { fieldType, type NumberFormat, type NumberTemplate, numberFormats } from '@weft/core';
import { withoutUndefined } from '@weft/std';
import { FormField } from '../../primitives/FormField.tsx';
import { Select } from '../../primitives/Select.tsx';
import { Switch } from '../../primitives/Switch.tsx';
import { TextInput } from '../../primitives/TextInput.tsx';
import type { FieldSettingsProps } from '../field-settings.ts';

const formatLabels: { readonly [F in NumberFormat]: string } = {
  local: 'Local',
  comma_period: '1,000,000.00',
  period_comma: '1.000.000,00',
  space_comma: '1 000 000,00',
  space_period: '1 000 000.00',
};

const asWritten = 'as-written';

/** 'As many as the value has', '1', '1.0', … '1.000000'. */
const places = [
  { value: asWritten, label: 'As many as the value has' },
  ...[0, 1, 2, 3, 4, 5, 6].map((count) => ({
    value: String(count),
    label: count === 0 ? '0 (1)' : `${count} (1.${'0'.repeat(count)})`,
  })),
];

/** Decimal places, marks and grouping, which all amounts share. */
function AmountSettings<T extends NumberTemplate>({
  template,
  onChange,
}: {
  readonly template: T;
  readonly onChange: (template: T) => void;
}) {
  const { decimalPlaces, grouping, ...rest } = template;
  // Safe: only settings that may be absent are left out.
  const change = (settings: { readonly [K in keyof NumberTemplate]?: NumberTemplate[K] | undefined }) =>
    onChange(withoutUndefined({ ...rest, decimalPlaces, grouping, ...settings }) as T);
  return (
    <>
      <FormField label="Decimal places">
        {({ id }) => (
          <Select
            id={id}
            label="Decimal places"
            value={decimalPlaces === undefined ? asWritten : String(decimalPlaces)}
            options={places}
            onChange={(count) => change({ decimalPlaces: count === asWritten ? undefined : Number(count) })}
          />
        )}
      </FormField>
      <FormField label="Number format">
        {({ id }) => (
          <Select
            id={id}
            label="Number format"
            value={template.numberFormat}
            options={numberFormats.map((value) => ({ value, label: formatLabels[value] }))}
            onChange={(numberFormat) => onChange({ ...template, numberFormat })}
          />
        )}
      </FormField>
      <Switch
        label="Thousands separators"
        checked={grouping !== false}
        onChange={(grouped) => change({ grouping: grouped ? undefined : false })}
      />
    </>
  );
}

export const NumberSettings = (props: FieldSettingsProps<'number'>) => <AmountSettings {...props} />;

export function CurrencySettings({ template, onChange }: FieldSettingsProps<'currency'>) {
  const read = fieldType('currency').readTemplate(template);
  const fault = read.ok ? undefined : read.error.find(({ path }) => path === 'template.currencySymbol');
  return (
    <>
      <FormField label="Currency symbol" error={fault && `It ${fault.reason}`}>
        {(control) => (
          <TextInput
            {...control}
            value={template.currencySymbol}
            maxLength={10}
            onChange={(event) => onChange({ ...template, currencySymbol: event.target.value })}
          />
        )}
      </FormField>
      <AmountSettings template={template} onChange={onChange} />
    </>
  );
}

export function PercentSettings({ template, onChange }: FieldSettingsProps<'percent'>) {
  return (
    <>
      <AmountSettings template={template} onChange={onChange} />
      <Switch
        label="Show progress bar"
        checked={template.showProgressBar}
        onChange={(showProgressBar) => onChange({ ...template, showProgressBar })}
      />
      <Switch
        label="Allow negative numbers"
        checked={template.allowNegative}
        onChange={(allowNegative) => onChange({ ...template, allowNegative })}
      />
    </>
  );
}
