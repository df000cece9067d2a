import { anyFieldType, isSelectField } from '@weft/core';
import { Icon, lightKinds, type OperandKind, openingText, SearchSelect, Select, TextInput } from '@weft/ui';
import { CircleAlert } from 'lucide-react';
import { type FunctionComponent, useId, useState } from 'react';
import { DateOperand } from './DateOperand.tsx';
import { OptionsOperand } from './OptionsOperand.tsx';
import type { OperandProps } from './operand-props.ts';
import { RecordsOperand } from './RecordsOperand.tsx';

function TextOperand({ label, value, onChange }: OperandProps) {
  return (
    <TextInput
      size="sm"
      aria-label={label}
      dir="auto"
      autoComplete="off"
      placeholder="Enter a text"
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  );
}

/** A number as the field writes it: 25 for a percent of 0.25, 1:30 for a duration of 90. */
function FigureOperand({ field, env, label, value, onChange }: OperandProps) {
  const shown = typeof value === 'number' ? openingText(field, value, undefined, env) : '';
  const [text, setText] = useState(shown);
  const [known, setKnown] = useState(value);
  const read = (written: string): number | undefined => {
    const parsed = anyFieldType(field.type).parse(written, field.template, env);
    return parsed.ok && typeof parsed.value === 'number' ? parsed.value : undefined;
  };
  if (value !== known) {
    setKnown(value);
    if (read(text) !== value) setText(shown);
  }
  const faulty = text.trim() !== '' && read(text) === undefined;
  const wanted = lightKinds[field.type].condition.hint;
  const id = useId();
  return (
    <>
      <TextInput
        size="sm"
        aria-label={label}
        aria-invalid={faulty || undefined}
        aria-describedby={faulty ? id : undefined}
        autoComplete="off"
        className="tabular-nums"
        placeholder={wanted}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          onChange(read(target.value));
        }}
      />
      {faulty && (
        <p id={id} className="mt-1 flex items-start gap-1.5 text-danger-text text-small">
          <Icon of={CircleAlert} size={14} className="mt-px" />
          <span>{wanted}</span>
        </p>
      )}
    </>
  );
}

const ticks = [
  { value: 'true', label: 'checked' },
  { value: 'false', label: 'not checked' },
] as const;

function CheckboxOperand({ label, value, onChange }: OperandProps) {
  return (
    <Select
      size="sm"
      label={label}
      value={value === false ? 'false' : 'true'}
      options={ticks}
      onChange={(tick) => onChange(tick === 'true')}
    />
  );
}

function OptionOperand({ field, label, value, onChange }: OperandProps) {
  if (!isSelectField(field)) return null;
  return (
    <SearchSelect
      size="sm"
      label={label}
      placeholder="Choose an option"
      value={typeof value === 'string' ? value : ''}
      options={field.template.options}
      onChange={onChange}
    />
  );
}

const fileTypes = [
  { value: 'image', label: 'image' },
  { value: 'video', label: 'video' },
  { value: 'audio', label: 'audio' },
  { value: 'text', label: 'text' },
  { value: 'application/pdf', label: 'PDF' },
] as const;

function FileTypeOperand({ label, value, onChange }: OperandProps) {
  const known = fileTypes.find((type) => type.value === value)?.value;
  return (
    <Select<string>
      size="sm"
      label={label}
      placeholder="Choose a type"
      value={known ?? ''}
      options={fileTypes}
      onChange={onChange}
    />
  );
}

const operands: { readonly [K in OperandKind]: FunctionComponent<OperandProps> } = {
  text: TextOperand,
  figure: FigureOperand,
  date: DateOperand,
  checkbox: CheckboxOperand,
  option: OptionOperand,
  options: OptionsOperand,
  records: RecordsOperand,
  'file-type': FileTypeOperand,
};

/** What stands behind an operator, as its kind is filled in. */
export function Operand({ kind, ...props }: OperandProps & { readonly kind: OperandKind }) {
  const Part = operands[kind];
  return <Part {...props} />;
}
