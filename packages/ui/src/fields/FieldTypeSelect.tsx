import { editableKinds, type FieldKind, fieldType } from '@weft/core';
import { fieldIcons } from './field-icons.ts';
import { SearchSelect } from './SearchSelect.tsx';

export interface FieldTypeSelectProps {
  readonly value: FieldKind;
  readonly onChange: (kind: FieldKind) => void;
  /** Why a kind cannot be chosen; null where it can. */
  readonly refusal?: ((kind: FieldKind) => string | null) | undefined;
  readonly kinds?: readonly FieldKind[] | undefined;
  readonly label?: string | undefined;
  readonly id?: string | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  readonly quiet?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

/** The kinds of fields with their signs, found by typing. */
export function FieldTypeSelect({
  kinds = editableKinds,
  value,
  label = 'Type',
  refusal = () => null,
  ...rest
}: FieldTypeSelectProps) {
  const offered = kinds.includes(value) ? kinds : [value, ...kinds];
  return (
    <SearchSelect
      {...rest}
      value={value}
      label={label}
      options={offered.map((kind) => {
        const refused = refusal(kind);
        return {
          value: kind,
          label: fieldType(kind).label,
          icon: fieldIcons[kind],
          ...(refused !== null && { disabled: true, hint: refused }),
        };
      })}
    />
  );
}
