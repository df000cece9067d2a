import { type BaseSchema, isLinkKind, type SchemaTable } from '@weft/core';
import { Button, cx, FormField, Icon, IconButton, Menu, TextInput } from '@weft/ui';
import { ChevronDown, ChevronRight, Ellipsis, Plus, Table2 } from 'lucide-react';
import { type Dispatch, memo, useMemo, useRef, useState } from 'react';
import { newId } from '../../session/new-id.ts';
import { SchemaFieldRow } from './SchemaFieldRow.tsx';
import type { SchemaChange } from './schema-draft.ts';

const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const noTables: FrameProps['tables'] = [];

interface FrameProps {
  readonly table: SchemaTable;
  readonly tables: readonly { readonly value: string; readonly label: string }[];
  readonly opensFirst: boolean;
  readonly isOnly: boolean;
  readonly onChange: Dispatch<SchemaChange>;
}

const TableFrame = memo(function TableFrame({ table, tables, opensFirst, isOnly, onChange }: FrameProps) {
  const [open, setOpen] = useState(opensFirst);
  const [renaming, setRenaming] = useState(false);
  const dragged = useRef<string | null>(null);
  const { id: tableId, name, fields } = table;
  return (
    <section aria-label={name} className="rounded-lg border">
      <div
        className={cx(
          'flex min-h-11 items-center gap-2 rounded-t-lg px-2',
          open ? 'bg-sunken' : 'rounded-b-lg',
        )}
      >
        <button
          type="button"
          aria-expanded={open}
          aria-label={`${name}: fields`}
          className="grid size-7 shrink-0 place-items-center rounded-sm hover:bg-hover pointer-coarse:size-11"
          onClick={() => setOpen(!open)}
        >
          <Icon of={open ? ChevronDown : ChevronRight} size={14} />
        </button>
        <Icon of={Table2} className="text-text-muted" />
        {renaming ? (
          <TextInput
            ref={(input) => input?.focus()}
            size="sm"
            aria-label="Name of the table"
            className="max-w-60"
            maxLength={255}
            value={name}
            onChange={(event) => onChange({ type: 'rename-table', tableId, name: event.target.value })}
            onBlur={() => setRenaming(false)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.stopPropagation();
              if (event.key === 'Enter' || event.key === 'Escape') setRenaming(false);
            }}
          />
        ) : (
          <h3 className="shrink-0 truncate font-semibold text-body">{name}</h3>
        )}
        <span className="min-w-0 flex-1 truncate text-small text-text-muted">
          {countOf(fields.length, 'field')}
          {!open && (
            <span className="ms-3 max-sm:hidden">{fields.map((field) => field.name).join(', ')}</span>
          )}
        </span>
        <Menu
          label={`${name}: menu`}
          trigger={<IconButton plain icon={Ellipsis} label={`${name}: menu`} />}
          items={[
            { label: 'Rename', onSelect: () => setRenaming(true) },
            {
              label: 'Remove table',
              danger: true,
              disabled: isOnly,
              onSelect: () => onChange({ type: 'remove-table', tableId }),
            },
          ]}
        />
      </div>
      {open && (
        <>
          <ul aria-label={`Fields of ${name}`}>
            {fields.map((field, at) => (
              <SchemaFieldRow
                key={field.id}
                tableId={tableId}
                field={field}
                isPrimary={at === 0}
                isLast={at === fields.length - 1}
                dragged={dragged}
                // The others are not drawn again when a table is added or renamed.
                tables={isLinkKind(field.type) ? tables : noTables}
                onChange={onChange}
              />
            ))}
          </ul>
          <div className="border-line-subtle border-t p-1">
            <Button
              size="sm"
              variant="quiet"
              icon={Plus}
              aria-label={`Add field to ${name}`}
              onClick={() => onChange({ type: 'add-field', tableId, fieldId: newId('fld') })}
            >
              Add field
            </Button>
          </div>
        </>
      )}
    </section>
  );
});

/** The tables of a schema, each in its frame: fields, types, options and links. Lookups come once the tables are there. */
export function SchemaEditor({
  schema,
  onChange,
}: {
  readonly schema: BaseSchema;
  readonly onChange: Dispatch<SchemaChange>;
}) {
  const { tables } = schema;
  const first = useRef(tables[0]?.id);
  const known = JSON.stringify(tables.map(({ id, name }) => ({ value: id, label: name })));
  // The same list as long as no table is added or renamed: rows of other tables are not drawn again.
  const targets = useMemo(() => JSON.parse(known) as { value: string; label: string }[], [known]);
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const add = () => {
    const tableId = newId('tbl');
    setAdded(new Set([...added, tableId]));
    onChange({ type: 'add-table', tableId, fieldId: newId('fld') });
  };
  const fields = tables.reduce((sum, table) => sum + table.fields.length, 0);
  return (
    <div className="flex flex-col gap-3">
      <FormField label="Database name">
        {(control) => (
          <TextInput
            {...control}
            maxLength={255}
            value={schema.name}
            onChange={(event) => onChange({ type: 'name', name: event.target.value })}
          />
        )}
      </FormField>
      {tables.map((table) => (
        <TableFrame
          key={table.id}
          table={table}
          tables={targets}
          opensFirst={table.id === first.current || added.has(table.id)}
          isOnly={tables.length === 1}
          onChange={onChange}
        />
      ))}
      <div className="flex items-center gap-3">
        <Button icon={Plus} onClick={add}>
          Add table
        </Button>
        <span className="text-small text-text-muted">
          {countOf(tables.length, 'table')}, {countOf(fields, 'field')}
        </span>
      </div>
    </div>
  );
}
