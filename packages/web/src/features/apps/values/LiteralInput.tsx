import { isOfUse } from '@weft/apps';
import { anyFieldType, type Field, type FieldEnv, isSelectField, takesManyOptions } from '@weft/core';
import type { Json } from '@weft/documents';
import { lightKinds, Select, TextInput } from '@weft/ui';
import { useState } from 'react';
import { OptionsOperand } from '../../base/views/OptionsOperand.tsx';

interface LiteralInputProps {
  /** What it is written into; null: it is a text. */
  readonly field: Field | null;
  readonly label: string;
  readonly value: Json | undefined;
  readonly onChange: (value: NonNullable<Json> | undefined) => void;
}

const env: FieldEnv = { timeZone: 'UTC', locale: 'en-US', now: '2000-01-01T00:00:00.000Z' };
/** What a condition on the field asks for: what is written into it is asked for alike. */
const asksFor = (field: Field) => {
  const { first, operand } = lightKinds[field.type].condition;
  return operand(first);
};

const ticks = [
  { value: 'true', label: 'Ticked' },
  { value: 'false', label: 'Not ticked' },
] as const;

/** A value as its field takes it. */
export function LiteralInput({ field, label, value, onChange }: LiteralInputProps) {
  if (field !== null && isSelectField(field) && takesManyOptions(field.type))
    return (
      <OptionsOperand
        {...{ field, env, label, value }}
        linkSource={() => null}
        onChange={(next) => onChange(next as NonNullable<Json> | undefined)}
      />
    );
  if (field !== null && isSelectField(field))
    return (
      <Select
        size="sm"
        label={label}
        placeholder="Choose an option"
        value={typeof value === 'string' ? value : ''}
        options={field.template.options}
        onChange={onChange}
      />
    );
  if (field !== null && asksFor(field) === 'checkbox')
    return (
      <Select
        size="sm"
        label={label}
        value={value === false ? 'false' : 'true'}
        options={ticks}
        onChange={(tick) => onChange(tick === 'true')}
      />
    );
  return <WrittenInput {...{ field, label, value, onChange }} />;
}

/** A text, or what is read of one: a number, a day. */
function WrittenInput({ field, label, value, onChange }: LiteralInputProps) {
  const [text, setText] = useState(
    typeof value === 'string' || typeof value === 'number' ? String(value) : '',
  );
  const read = (written: string): NonNullable<Json> | undefined => {
    if (written.trim() === '') return undefined;
    if (field === null) return written;
    const type = anyFieldType(field.type);
    const canonical = type.fromText(written.trim(), field.template);
    const parsed = canonical.ok ? canonical : type.parse(written, field.template, env);
    return parsed.ok && parsed.value !== null ? (parsed.value as NonNullable<Json>) : undefined;
  };
  const isFaulty = text.trim() !== '' && read(text) === undefined;
  return (
    <TextInput
      size="sm"
      aria-label={label}
      aria-invalid={isFaulty || undefined}
      type={field !== null && isOfUse(field, 'day') ? 'date' : 'text'}
      autoComplete="off"
      placeholder="Enter a value"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(read(target.value));
      }}
    />
  );
}
