import { isLinkField, isSelectField, type Table } from '@weft/core';
import type { CallOutput } from '@weft/protocol';
import { Banner, Button, Checkbox, Icon, lightKinds, Select, Switch } from '@weft/ui';
import { ArrowRight, EyeOff, WandSparkles } from 'lucide-react';
import { useId } from 'react';
import { Result } from '../ColumnRow.tsx';
import { countOf } from '../counts.ts';
import { FirstRows } from '../FirstRows.tsx';
import { useArrival } from '../use-arrival.ts';
import { type FieldTargets, freeTarget, proposedTargets, takesValues, withTarget } from './field-targets.ts';
import { fieldVerdict } from './field-verdict.ts';

const skipped = 'skip';
/** The box, the name, the values, the arrow, the field, the result. */
const listColumns = 'sm:grid-cols-[33px_minmax(100px,150px)_minmax(0,1fr)_22px_minmax(140px,200px)_140px]';
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

const valuesOf = ({ previewData }: Preview, at: number): readonly string[] =>
  previewData.map((row) => row[at] ?? '').filter((text) => text !== '');

const samplesOf = (values: readonly string[]): string =>
  values
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
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h3 id={heading} className="font-semibold text-body">
          {Object.keys(targets).length} of {countOf(preview.importedFields.length, 'column')} matched
        </h3>
        <Button
          size="sm"
          variant="quiet"
          icon={WandSparkles}
          onClick={() => onChange(proposedTargets(table, preview.importedFields))}
        >
          Match by name
        </Button>
      </div>
      <div className="overflow-hidden rounded-lg border">
        <div
          className={`grid h-8 items-center border-b bg-sunken font-medium text-small text-text-muted max-sm:hidden ${listColumns}`}
        >
          <span />
          <span>Airtable field</span>
          <span>First values</span>
          <span />
          <span className="pl-2">Field in {table.name}</span>
          <span className="pl-2">Result</span>
        </div>
        <ul aria-labelledby={heading} className="max-h-80 overflow-y-auto max-sm:max-h-none">
          {preview.importedFields.map((source) => {
            const { sourceFieldId, sourceFieldIndex, fieldName, fieldType, note } = source;
            const target = targets[sourceFieldId];
            const field = filled.find(({ id }) => id === target);
            const free = freeTarget(table, targets, source);
            const set = (to: string | null) => onChange(withTarget(targets, sourceFieldId, to));
            const values = valuesOf(preview, sourceFieldIndex);
            return (
              <li
                key={sourceFieldId}
                className={`grid min-h-9 items-center border-b py-1 last:border-b-0 max-sm:grid-cols-[40px_1fr] max-sm:gap-y-1 max-sm:py-2 ${listColumns}`}
              >
                <span className="flex justify-center">
                  {(target !== undefined || free !== null) && (
                    <Checkbox
                      checked={target !== undefined}
                      ariaLabel={`Import ${fieldName}`}
                      onChange={(on) => set(on ? free : null)}
                    />
                  )}
                </span>
                <span
                  className={`flex min-w-0 items-center gap-1.5 pe-2 ${target === undefined ? 'text-text-muted' : ''}`}
                  title={note ?? undefined}
                >
                  <Icon of={lightKinds[fieldType].icon} size={14} className="shrink-0 text-text-muted" />
                  <span className="truncate">{fieldName}</span>
                </span>
                <span className="truncate pe-2 text-small text-text-muted max-sm:col-start-2">
                  {samplesOf(values)}
                </span>
                <Icon of={ArrowRight} size={14} className="text-text-subtle max-sm:hidden" />
                <span className="min-w-0 pe-2 max-sm:col-start-2">
                  <Select
                    label={`Field for ${fieldName}`}
                    size="sm"
                    quiet
                    value={target ?? skipped}
                    options={[
                      { value: skipped, label: 'Don’t import', icon: EyeOff },
                      ...table.fields.filter(takesValues).map((each) => ({
                        ...{ value: each.id, label: each.name, icon: lightKinds[each.type].icon },
                        hint: taken.has(each.id) && each.id !== target ? 'In use' : undefined,
                      })),
                    ]}
                    onChange={(value) => set(value === skipped ? null : value)}
                  />
                </span>
                <span className="pl-2 max-sm:col-start-2 max-sm:pl-0">
                  <Result verdict={fieldVerdict(source, values, field, props.adds)} />
                </span>
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
