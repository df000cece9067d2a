import { Checkbox } from '../../primitives/Checkbox.tsx';
import { gridKind } from '../grid-kinds.ts';
import { OpenedRecordInput } from './OpenedRecordInput.tsx';
import { PaintedValue } from './PaintedValue.tsx';
import type { RecordInputProps } from './record-input.ts';
import { TextRecordInput } from './TextRecordInput.tsx';

/** A field's value in the form of a record, where it cannot be written: read-only kinds, and people who only read. */
export function RecordValue({
  field,
  value,
  raw,
  env,
  look,
}: Omit<RecordInputProps, 'onCommit' | 'files' | 'onUpdateTemplate'>) {
  return (
    <div
      className={
        look === 'title'
          ? 'flex min-h-9 items-center font-semibold text-title'
          : 'flex min-h-8 items-center px-2.5 py-1.5 max-sm:min-h-11'
      }
    >
      <PaintedValue field={field} value={value} raw={raw} env={env} />
    </div>
  );
}

/** The input of a field in the form of a record, by its kind. */
export function RecordInput(props: RecordInputProps) {
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
