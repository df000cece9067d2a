import { editableKinds, type FieldKind, fieldType } from '@weft/core';
import { lightKinds } from './light-kinds.ts';
import { SearchSelect } from './SearchSelect.tsx';

export interface FieldTypeSelectProps {
  readonly value: FieldKind;
  readonly onChange: (kind: FieldKind) => void;
  /** Why a kind cannot be chosen; null where it can. */
  readonly refusal: (kind: FieldKind) => string | null;
  readonly id: string;
}

/** The kinds of fields with their signs, found by typing. */
export function FieldTypeSelect({ value, refusal, ...rest }: FieldTypeSelectProps) {
  const offered = editableKinds.includes(value) ? editableKinds : [value, ...editableKinds];
  return (
    <SearchSelect
      {...rest}
      value={value}
      label="Type"
      options={offered.map((kind) => {
        const refused = refusal(kind);
        return {
          value: kind,
          label: fieldType(kind).label,
          icon: lightKinds[kind].icon,
          ...(refused !== null && { disabled: true, hint: refused }),
        };
      })}
    />
  );
}
