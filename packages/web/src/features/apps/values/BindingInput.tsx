import {
  type Binding,
  type BoundAt,
  isOfUse,
  peopleFields,
  personFields,
  recordFields,
  recordItself,
} from '@weft/apps';
import { type Field, isLinkField } from '@weft/core';
import type { Json } from '@weft/documents';
import { type OperandKind, SearchSelect, Select, TextInput } from '@weft/ui';
import { Operand } from '../../base/views/Operand.tsx';
import { fieldOptions } from '../../base/views/tool-fields.ts';
import { LiteralInput } from './LiteralInput.tsx';

type From = Binding['from'];

export interface BindingInputProps {
  readonly at: BoundAt;
  /** What it is written into or compared with; null: it is a text. */
  readonly field: Field | null;
  /** What an operator asks for behind it, in a condition. */
  readonly operand?: OperandKind | undefined;
  readonly label: string;
  readonly value: Binding | undefined;
  readonly onChange: (value: Binding | undefined) => void;
  /** It stands in a calculation. */
  readonly isPart?: boolean;
}

const operators = [
  { value: '+', label: 'plus' },
  { value: '-', label: 'minus' },
  { value: '*', label: 'times' },
  { value: '/', label: 'divided by' },
  { value: '&', label: 'followed by' },
] as const;

const env = { timeZone: 'UTC', locale: 'en-US', now: '2000-01-01T00:00:00.000Z' };
const empty: Binding = { from: 'literal', value: '' };

/** Where a value can come from here; a link takes no value that is written. */
function sourcesOf({
  at,
  field,
  isPart = false,
}: BindingInputProps): readonly { readonly value: From; readonly label: string }[] {
  const isDay = field === null || isOfUse(field, 'day');
  const isLink = field !== null && isLinkField(field);
  return [
    ...(isLink ? [] : [{ value: 'literal', label: 'A value' } as const]),
    ...(at.editing.app.users === null ? [] : [{ value: 'user', label: 'Of the signed-in person' } as const]),
    ...(recordFields(at).length === 0 ? [] : [{ value: 'record', label: 'Of the page’s record' } as const]),
    ...(isDay ? [{ value: 'today', label: 'Today' } as const] : []),
    { value: 'url', label: 'From the address' },
    ...(isPart || isLink ? [] : [{ value: 'formula', label: 'Calculated' } as const]),
  ];
}

function first(from: From): Binding | undefined {
  if (from === 'user') return { from, field: '$email' };
  if (from === 'record') return { from, field: '$id' };
  if (from === 'today') return { from };
  if (from === 'url') return { from, name: 'id' };
  if (from === 'formula') return { from, op: '+', left: empty, right: empty };
  return undefined;
}

/** A value that somebody writes now, or that is found when a page is looked at. */
export function BindingInput(props: BindingInputProps) {
  const { at, field, operand, label, value, onChange } = props;
  const sources = sourcesOf(props);
  const from = value?.from ?? sources[0]?.value ?? 'url';
  const literal = value?.from === 'literal' ? value.value : undefined;
  const write = (next: Json | undefined) =>
    onChange(next === undefined || next === null ? undefined : { from: 'literal', value: next });
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Select
        size="sm"
        label={`${label}: where it comes from`}
        value={from}
        options={sources}
        onChange={(next) => next !== from && onChange(first(next))}
      />
      {from === 'literal' &&
        (operand !== undefined && field !== null ? (
          <Operand
            key={`${field.id} ${operand}`}
            kind={operand}
            {...{ field, env, label }}
            linkSource={() => null}
            value={literal}
            onChange={(next) => write(next as Json | undefined)}
          />
        ) : (
          <LiteralInput key={field?.id} {...{ field, label }} value={literal} onChange={write} />
        ))}
      {value?.from === 'user' && (
        <SearchSelect
          size="sm"
          label={`${label}: of the person`}
          value={value.field}
          options={[...personFields, ...fieldOptions(peopleFields(at))]}
          onChange={(next) => onChange({ from: 'user', field: next })}
        />
      )}
      {value?.from === 'record' && (
        <SearchSelect
          size="sm"
          label={`${label}: of the record`}
          value={value.field}
          options={[recordItself, ...fieldOptions(recordFields(at))]}
          onChange={(next) => onChange({ from: 'record', field: next })}
        />
      )}
      {value?.from === 'url' && (
        <TextInput
          size="sm"
          aria-label={`${label}: name in the address`}
          placeholder="Name in the address"
          autoComplete="off"
          maxLength={64}
          value={value.name}
          onChange={({ target }) => target.value !== '' && onChange({ from: 'url', name: target.value })}
        />
      )}
      {value?.from === 'today' && (
        <div className="flex items-center gap-2 text-small text-text-muted">
          and days
          <TextInput
            size="sm"
            aria-label={`${label}: days from today`}
            className="w-20"
            inputMode="numeric"
            placeholder="0"
            defaultValue={value.plusDays === undefined ? '' : String(value.plusDays)}
            onChange={({ target }) => {
              const days = Number(target.value);
              if (target.value === '') onChange({ from: 'today' });
              else if (Number.isInteger(days) && Math.abs(days) <= 36_500)
                onChange({ from: 'today', plusDays: days });
            }}
          />
        </div>
      )}
      {value?.from === 'formula' && (
        <div className="flex flex-col gap-1.5 border-s ps-2">
          <BindingInput
            {...{ at, isPart: true }}
            field={null}
            label={`${label}, first part`}
            value={value.left}
            onChange={(left) => onChange({ ...value, left: left ?? empty })}
          />
          <Select
            size="sm"
            label={`${label}: how they are joined`}
            value={value.op}
            options={operators}
            onChange={(op) => onChange({ ...value, op })}
          />
          <BindingInput
            {...{ at, isPart: true }}
            field={null}
            label={`${label}, second part`}
            value={value.right}
            onChange={(right) => onChange({ ...value, right: right ?? empty })}
          />
        </div>
      )}
    </div>
  );
}
