import type { Field } from '@weft/core';
import { useState } from 'react';
import { Checkbox } from '../../primitives/Checkbox.tsx';
import { gridKind } from '../grid-kinds.ts';
import { OpenedRecordInput } from './OpenedRecordInput.tsx';
import { PaintedValue } from './PaintedValue.tsx';
import type { RecordInputProps } from './record-input.ts';
import { TextRecordInput } from './TextRecordInput.tsx';

/** The props with the settings that a form shows the field by. */
function inForm<P extends Pick<RecordInputProps, 'field' | 'value'>>(props: P): P {
  const { field, value } = props;
  const template = gridKind(field.type).formTemplate?.(field.template as never, value as never);
  return template === undefined ? props : { ...props, field: { ...field, template } as Field };
}

type ReadProps = Omit<RecordInputProps, 'onCommit' | 'files' | 'onUpdateTemplate'>;

/** A field's value in the form of a record, where it cannot be written: read-only kinds, and people who only read. */
export function RecordValue(given: ReadProps) {
  const props = inForm(given);
  return (
    <div
      className={
        props.look === 'title'
          ? 'flex min-h-9 items-center font-semibold text-title'
          : 'flex min-h-8 items-center px-2.5 py-1.5 max-sm:min-h-11'
      }
    >
      <ReadValue {...props} />
    </div>
  );
}

/** What is read of a value: of a long one the beginning, until all of it is asked for. */
function ReadValue({ field, value, raw, env, look }: ReadProps) {
  const { painter, formEmpty, preview, isOpaque } = gridKind(field.type);
  const [whole, showWhole] = useState(false);
  if (raw === undefined && value === null && formEmpty === undefined && painter.paintEmpty === undefined) {
    const opaque = isOpaque?.(field.template as never, env) === true;
    const none = look === 'title' ? 'Unnamed record' : 'No data';
    return <span className="text-text-subtle">{opaque ? 'Cannot display this field type' : none}</span>;
  }
  const begin = raw === undefined && value !== null ? preview?.(value as never) : undefined;
  if (begin === undefined || begin === value)
    return <PaintedValue field={field} value={value} raw={raw} env={env} />;
  return (
    <span className="min-w-0 flex-1">
      <span dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {whole ? String(value) : begin}
      </span>{' '}
      <button
        type="button"
        aria-expanded={whole}
        className="whitespace-nowrap text-accent-text hover:underline pointer-coarse:min-h-11"
        onClick={() => showWhole(!whole)}
      >
        {whole ? 'Show less' : 'Show all'}
      </button>
    </span>
  );
}

/** The input of a field in the form of a record, by its kind. */
export function RecordInput(given: RecordInputProps) {
  const props = inForm(given);
  const { field, value, raw, onCommit } = props;
  const { editor, toggles } = gridKind(field.type);
  if (toggles === true && raw === undefined)
    return (
      <div className="flex min-h-8 items-center px-0.5 max-sm:min-h-11">
        <Checkbox
          ariaLabel={field.name}
          checked={value === true}
          onChange={(checked) => onCommit({ value: checked })}
        />
      </div>
    );
  if (editor === null) return <RecordValue {...props} />;
  return editor === 'text' || editor === 'long-text' ? (
    <TextRecordInput {...props} />
  ) : (
    <OpenedRecordInput {...props} />
  );
}
