import { isLinkField, isSelectField, type Table } from '@weft/core';
import type { CallOutput } from '@weft/protocol';
import { Banner, Icon, lightKinds, Select, Switch } from '@weft/ui';
import { ArrowRight, EyeOff } from 'lucide-react';
import { useId } from 'react';
import { countOf } from '../counts.ts';
import { FirstRows } from '../FirstRows.tsx';
import { useArrival } from '../use-arrival.ts';
import { type FieldTargets, takesValues, withTarget } from './field-targets.ts';

const skipped = 'skip';
const listColumns = 'grid-cols-[1fr_1fr_32px_1fr] px-3';
/** Characters of each value, and values, that stand beside a field. */
const shownValue = 30;
const shownValues = 3;

type Preview = CallOutput<'import.airtablePreview'>;

interface AirtableMappingProps {
  readonly preview: Preview;
  readonly table: Table;
  readonly targets: FieldTargets;
  readonly onChange: (targets: FieldTargets) => void;
  readonly adds: boolean;
  readonly onAdds: (adds: boolean) => void;
  readonly error: string | null;
}

const samplesOf = ({ previewData }: Preview, at: number): string =>
  previewData
    .map((row) => row[at] ?? '')
    .filter((text) => text !== '')
    .slice(0, shownValues)
    .map((text) => (text.length > shownValue ? `${text.slice(0, shownValue)}…` : text))
    .join(' · ');

/** Which field of the table each field of Airtable's goes into. */
export function AirtableMapping(props: AirtableMappingProps) {
  const { preview, table, targets, onChange } = props;
  const place = useArrival<HTMLDivElement>();
  const heading = useId();
  const taken = new Set(Object.values(targets));
  const filled = table.fields.filter(({ id }) => taken.has(id));
  const shown = preview.importedFields.flatMap(({ sourceFieldId, sourceFieldIndex }) => {
    const field = table.fields.find(({ id }) => id === targets[sourceFieldId]);
    return field === undefined ? [] : [{ name: field.name, type: field.type, at: sourceFieldIndex }];
  });
  const mayAdd = filled.some((field) => isSelectField(field) || isLinkField(field));
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {props.error !== null && <Banner tone="danger">{props.error}</Banner>}
      <h3 id={heading} className="font-semibold text-body">
        {Object.keys(targets).length} of {countOf(preview.importedFields.length, 'column')} matched
      </h3>
      <div className="overflow-hidden rounded-lg border">
        <div
          className={`grid h-8 items-center border-b bg-sunken font-medium text-small text-text-muted max-sm:hidden ${listColumns}`}
        >
          <span>From Airtable</span>
          <span>First values</span>
          <span />
          <span className="pl-2">Field in {table.name}</span>
        </div>
        <ul aria-labelledby={heading} className="max-h-80 overflow-y-auto max-sm:max-h-none">
          {preview.importedFields.map(({ sourceFieldId, sourceFieldIndex, fieldName, note }) => {
            const target = targets[sourceFieldId];
            return (
              <li
                key={sourceFieldId}
                className={`grid min-h-9 items-center border-b py-1 last:border-b-0 max-sm:grid-cols-1 max-sm:gap-y-1 max-sm:py-2 ${listColumns}`}
              >
                <span
                  className={`truncate pe-2 ${target === undefined ? 'text-text-muted' : ''}`}
                  title={note ?? undefined}
                >
                  {fieldName}
                </span>
                <span className="truncate pe-2 text-small text-text-muted">
                  {samplesOf(preview, sourceFieldIndex)}
                </span>
                <Icon of={ArrowRight} size={14} className="text-text-subtle max-sm:hidden" />
                <Select
                  label={`Field for ${fieldName}`}
                  size="sm"
                  quiet
                  value={target ?? skipped}
                  options={[
                    { value: skipped, label: 'Don’t import', icon: EyeOff },
                    ...table.fields.filter(takesValues).map((field) => ({
                      ...{ value: field.id, label: field.name, icon: lightKinds[field.type].icon },
                      hint: taken.has(field.id) && field.id !== target ? 'In use' : undefined,
                    })),
                  ]}
                  onChange={(value) =>
                    onChange(withTarget(targets, sourceFieldId, value === skipped ? null : value))
                  }
                />
              </li>
            );
          })}
        </ul>
      </div>
      {mayAdd && (
        <Switch
          label="Add options and linked records that are missing"
          checked={props.adds}
          onChange={props.onAdds}
        />
      )}
      <FirstRows columns={shown} rows={preview.previewData} />
    </div>
  );
}
