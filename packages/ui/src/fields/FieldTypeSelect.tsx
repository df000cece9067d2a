import { editableKinds, type FieldKind, fieldKinds, fieldType } from '@weft/core';
import { lightKinds } from './light-kinds.ts';
import { SearchSelect } from './SearchSelect.tsx';

export interface FieldTypeSelectProps {
  readonly value: FieldKind;
  readonly onChange: (kind: FieldKind) => void;
  /** Why a kind cannot be chosen; null where it can. */
  readonly refusal: (kind: FieldKind) => string | null;
  readonly id: string;
  /** Whether links and lookups are offered: where tables are at hand to be linked. */
  readonly linked?: boolean;
}

const linkKinds = fieldKinds.filter((kind) => !editableKinds.includes(kind));

/** The kinds of fields with their signs, found by typing. */
export function FieldTypeSelect({ value, refusal, linked = false, ...rest }: FieldTypeSelectProps) {
  const kinds = linked ? [...editableKinds, ...linkKinds] : editableKinds;
  const offered = kinds.includes(value) ? kinds : [value, ...kinds];
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
