import { useQuery } from '@tanstack/react-query';
import { isPickable, mostShownFields, type RecordSource, type ServiceList } from '@weft/forms';
import { Banner, Button, Checkbox, FormField, SegmentedControl, Select, Skeleton, toast } from '@weft/ui';
import { useState } from 'react';
import { baseQuery, noMetadata } from '../connect-database/base-metadata.ts';
import { DatabaseList } from '../connect-database/DatabaseList.tsx';
import { ConditionSetting } from './ConditionSetting.tsx';
import { ServiceListSetting } from './third-party/ServiceListSetting.tsx';

interface SourceSettingProps {
  readonly label: string;
  readonly source: RecordSource | null;
  readonly list: ServiceList | null;
  readonly onChange: (source: RecordSource | ServiceList) => void;
}

/** What a picker offers: records of a table of ours, or the values of a field of a connected service. */
export function SourceSetting({ label, source, list, onChange }: SourceSettingProps) {
  const [isList, setList] = useState(list !== null);
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label="Choices from"
        value={isList ? 'service' : 'table'}
        segments={[
          { value: 'table', label: 'A table' },
          { value: 'service', label: 'A service' },
        ]}
        onChange={(value) => setList(value === 'service')}
      />
      {isList ? (
        <ServiceListSetting list={list} onChange={onChange} />
      ) : (
        <TableSetting {...{ label, source, onChange }} />
      )}
    </div>
  );
}

type TableSettingProps = Omit<SourceSettingProps, 'list'>;

/** The table that a picker takes records from, which of its fields are shown, and which records are offered. */
function TableSetting({ label, source, onChange }: TableSettingProps) {
  const [isChoosing, setChoosing] = useState(false);
  // Its database alone is chosen by now.
  const [chosen, setChosen] = useState<string | null>(null);
  const base = isChoosing ? chosen : (chosen ?? source?.base ?? null);
  const shown = source !== null && source.base === base ? source : null;
  if (base === null || isChoosing)
    return (
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 font-medium text-base">{label}</legend>
        <DatabaseList
          readable
          chosen={source?.base ?? null}
          onChoose={(id) => {
            setChosen(id);
            setChoosing(false);
          }}
        />
      </fieldset>
    );
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 font-medium text-base">{label}</legend>
      <TableOfSource key={base} {...{ base, onChange }} source={shown} />
      <Button size="sm" variant="quiet" onClick={() => setChoosing(true)}>
        Choose another database
      </Button>
    </fieldset>
  );
}

function TableOfSource({
  base,
  source,
  onChange,
}: Omit<TableSettingProps, 'label'> & { readonly base: string }) {
  const { data, isError } = useQuery(baseQuery(base));
  if (isError) return <Banner tone="danger">{noMetadata}</Banner>;
  if (data === undefined) return <Skeleton className="h-16" />;
  const table = data.tables.find(({ id }) => id === source?.table.id);
  const choose = (tableId: string) => {
    const next = data.tables.find(({ id }) => id === tableId);
    if (next === undefined) return;
    const first = next.fields.find(({ id }) => id === next.primaryFieldId);
    const fields = first !== undefined && isPickable(first) ? [{ id: first.id, name: first.name }] : [];
    onChange({ base, table: { id: next.id, name: next.name }, fields, filter: null });
  };
  const pickable = table?.fields.filter(isPickable) ?? [];
  const known = table?.fields ?? [];
  const toggle = (field: { readonly id: string; readonly name: string }, on: boolean) => {
    if (source === null) return;
    const ids = source.fields.map(({ id }) => id).filter((id) => id !== field.id);
    // In the order of the table, whichever was ticked first.
    const wanted = new Set(on ? [...ids, field.id] : ids);
    const fields = pickable.filter(({ id }) => wanted.has(id)).map(({ id, name }) => ({ id, name }));
    if (fields.length <= mostShownFields) onChange({ ...source, fields });
    else toast(`At most ${mostShownFields} fields are shown`);
  };
  return (
    <>
      <FormField label="Table">
        {({ id }) => (
          <Select
            id={id}
            label="Table"
            placeholder="Choose a table"
            value={table?.id ?? ''}
            options={data.tables.map((each) => ({ value: each.id, label: each.name }))}
            onChange={choose}
          />
        )}
      </FormField>
      {source !== null && table === undefined && (
        <Banner tone="warning">The table that its records come from was deleted: choose another.</Banner>
      )}
      {source !== null && table !== undefined && (
        <>
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1 text-base text-text-muted">Shown and searched, nothing else is</legend>
            {pickable.map((field) => {
              const isShown = source.fields.some(({ id }) => id === field.id);
              return (
                <Checkbox
                  key={field.id}
                  label={field.name}
                  checked={isShown}
                  onChange={(on) => toggle(field, on)}
                />
              );
            })}
            {pickable.length === 0 && (
              <p className="text-base text-text-muted">
                This table has no field of text that could be shown.
              </p>
            )}
          </fieldset>
          <ConditionSetting
            {...{ known, fields: known, filter: source.filter }}
            label="Offer records where"
            add="Offer some records only…"
            empty="Without conditions every record of the table is offered."
            onChange={(filter) => onChange({ ...source, filter })}
          />
          <Banner tone="warning">
            Whoever opens the form can read these fields of the records it offers. It is published by somebody
            who may read the database.
          </Banner>
        </>
      )}
    </>
  );
}
