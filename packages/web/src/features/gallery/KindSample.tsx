import { anyFieldType, type BaseRecord, type Field, type FieldKind, fieldType, readShape } from '@weft/core';
import { CellEditor, FieldSettings, hasInlineEditor, hasSettings } from '@weft/ui';
import { RowSample } from '@weft/ui/grid';
import { type ReactNode, useState } from 'react';

const env = { timeZone: 'Europe/Berlin', locale: 'en-US', now: '2026-03-14T09:26:53.000Z' };
const maxShown = 6;

/** A field for each sample, and the record that holds them: values, one that does not fit, and an empty cell. */
function samplesOf(kind: FieldKind): { readonly fields: readonly Field[]; readonly record: BaseRecord } {
  const { samples, validate } = anyFieldType(kind);
  const template = samples.templates.find((one) => samples.values.some((value) => validate(value, one).ok));
  const values = samples.values
    .flatMap((value) => {
      const read = validate(value, template);
      return read.ok && read.value !== null ? [read.value] : [];
    })
    .slice(0, maxShown);
  const ids = [...values, 'unfit', 'empty'].map((_, i) => `fld${i}`);
  const shape = readShape(kind, template);
  const fields = shape.ok ? ids.map((id, order) => ({ id, name: id, order, ...shape.value })) : [];
  const unfit = samples.unfit[0];
  const time = env.now;
  const record = {
    ...{ id: 'rec0', position: 1, createdAt: time, updatedAt: time },
    data: Object.fromEntries(values.map((value, i) => [`fld${i}`, value])),
    raw: unfit === undefined ? {} : { [`fld${values.length}`]: unfit },
  };
  return { fields, record };
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section aria-label={name} className="flex flex-col gap-2">
      <h3 className="font-medium text-small text-text-muted">{name}</h3>
      {children}
    </section>
  );
}

export interface KindSampleProps {
  readonly kind: FieldKind;
  /** Editors take the focus: they are shown where the kind stands alone. */
  readonly edits: boolean;
}

/** One kind of field: its cells at two heights, its editor, its settings. */
export function KindSample({ kind, edits }: KindSampleProps) {
  const [{ fields, record }] = useState(() => samplesOf(kind));
  const [field] = fields;
  const [template, setTemplate] = useState(field?.template);
  if (field === undefined || template === undefined) return null;
  return (
    <article aria-label={fieldType(kind).label} className="flex flex-col gap-5">
      <h2 className="font-semibold text-title">{fieldType(kind).label}</h2>
      <Part name="Display">
        {[36, 100].map((height) => (
          <RowSample key={height} {...{ fields, record, env, height }} />
        ))}
      </Part>
      <div className="flex flex-wrap gap-10">
        {edits && hasInlineEditor(kind) && (
          <Part name="Editor">
            <div className="h-105 w-90">
              <div className="relative h-9 w-45">
                <CellEditor
                  field={field}
                  value={record.data[field.id] ?? null}
                  env={env}
                  onCommit={() => {}}
                  onCancel={() => {}}
                />
              </div>
            </div>
          </Part>
        )}
        {hasSettings(kind) && (
          <Part name="Panel">
            <div className="flex w-72 flex-col gap-4">
              <FieldSettings type={kind} template={template} onChange={setTemplate} />
            </div>
          </Part>
        )}
      </div>
    </article>
  );
}
