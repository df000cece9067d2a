import { defaultTemplate, type FieldKind, type SchemaField } from '@weft/core';

const amounts: ReadonlySet<FieldKind> = new Set(['number', 'currency', 'percent']);

/** The settings of a field as it will be made: what nobody has set is as usual. */
export const settingsIn = ({ type, template }: SchemaField): SchemaField['template'] => ({
  ...defaultTemplate(type),
  ...template,
});

/** How amounts of a field are shown, in short: '€, 2 decimals'; null: it holds none. */
export function amountText(field: SchemaField): string | null {
  if (!amounts.has(field.type)) return null;
  const { decimalPlaces, currencySymbol } = settingsIn(field);
  const decimals =
    typeof decimalPlaces !== 'number'
      ? 'decimals as typed'
      : decimalPlaces === 0
        ? 'no decimals'
        : `${decimalPlaces} decimal${decimalPlaces === 1 ? '' : 's'}`;
  const text = typeof currencySymbol === 'string' ? `${currencySymbol}, ${decimals}` : decimals;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
