import {
  type Field,
  type FieldKind,
  fieldKinds,
  fieldType,
  isLinkKind,
  isSelectKind,
  type SchemaField,
} from '@weft/core';
import {
  Badge,
  cx,
  FieldSettings,
  Icon,
  IconButton,
  lightKinds,
  Menu,
  optionStyle,
  Popover,
  Select,
  TextInput,
} from '@weft/ui';
import { GripVertical, Plus, Table2, X } from 'lucide-react';
import { type Dispatch, memo, type RefObject, useRef, useState } from 'react';
import { newOptionValue } from '../../session/new-id.ts';
import { amountText, settingsIn } from './amount-text.ts';
import { offeredKinds, optionsOf, type SchemaChange } from './schema-draft.ts';

const kinds = offeredKinds(fieldKinds).map((kind) => ({
  value: kind,
  label: fieldType(kind).label,
  icon: lightKinds[kind].icon,
}));

/** Looks like text until it is pointed at. */
const quietInput =
  'border-transparent bg-transparent hover:border-line-strong hover:bg-surface focus:bg-surface';

interface RowProps {
  readonly tableId: string;
  readonly field: SchemaField;
  readonly isPrimary: boolean;
  readonly isLast: boolean;
  /** The field of this table that is being dragged, if one is. */
  readonly dragged: RefObject<string | null>;
  /** Tables to link to. */
  readonly tables: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: Dispatch<SchemaChange>;
}

function Options({
  field,
  onAdd,
  onRemove,
}: {
  readonly field: SchemaField;
  readonly onAdd: (label: string) => void;
  readonly onRemove: (value: string) => void;
}) {
  const [text, setText] = useState<string | null>(null);
  const add = () => {
    const label = text?.trim() ?? '';
    const isNew = !optionsOf(field).some((option) => option.label.toLowerCase() === label.toLowerCase());
    if (label !== '' && isNew) onAdd(label);
  };
  return (
    <div className="flex flex-wrap items-center gap-1.5 ps-8 pe-2 pb-2">
      <span className="me-1 text-small text-text-subtle">Options</span>
      {optionsOf(field).map(({ value, label, color }) => (
        <span
          key={value}
          className="inline-flex h-5 items-center gap-1 rounded-full ps-2 pe-1 text-small leading-5 forced-colors:border"
          style={optionStyle(color)}
        >
          {label}
          <button
            type="button"
            aria-label={`Remove ${label} from ${field.name}`}
            className="rounded-full hover:bg-hover pointer-coarse:p-1.5"
            onClick={() => onRemove(value)}
          >
            <Icon of={X} size={14} />
          </button>
        </span>
      ))}
      {text === null ? (
        <button
          type="button"
          aria-label={`Add option to ${field.name}`}
          className="inline-flex h-6 items-center gap-1 rounded-sm px-1.5 text-accent-text text-small hover:bg-hover"
          onClick={() => setText('')}
        >
          <Icon of={Plus} size={14} />
          Add option
        </button>
      ) : (
        <TextInput
          // The button that was pressed has become it.
          ref={(input) => input?.focus()}
          size="sm"
          aria-label={`New option of ${field.name}`}
          className="w-36!"
          maxLength={255}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => {
            add();
            setText(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation();
              setText(null);
            }
            if (event.key !== 'Enter') return;
            add();
            setText('');
          }}
        />
      )}
    </div>
  );
}

/** A field of a suggested table: its name, type, and what the type needs. */
export const SchemaFieldRow = memo(function SchemaFieldRow({
  tableId,
  field,
  isPrimary,
  isLast,
  dragged,
  tables,
  onChange,
}: RowProps) {
  const [over, setOver] = useState(false);
  const [moving, setMoving] = useState(false);
  const handle = useRef<HTMLSpanElement>(null);
  const of = { tableId, fieldId: field.id };
  const target = tables.find(({ value }) => value === field.template.tableId)?.value ?? '';
  const isLink = isLinkKind(field.type);
  const amount = amountText(field);
  return (
    <li
      className={cx(
        // Of hundreds of rows those out of sight are neither laid out nor painted.
        'border-t [contain-intrinsic-size:auto_37px] [content-visibility:auto]',
        over ? 'border-accent shadow-[inset_0_2px_0_var(--w-accent)]' : 'border-line-subtle',
      )}
      onDragStart={(event) => {
        // Text that is dragged out of its name is not the field.
        if (event.target !== handle.current) return;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', field.name);
        dragged.current = field.id;
        // The press that takes it has opened its menu.
        setMoving(false);
      }}
      onDragEnd={() => {
        dragged.current = null;
      }}
      onDragOver={(event) => {
        if (dragged.current === null) return;
        event.preventDefault();
        setOver(dragged.current !== field.id);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        const moved = dragged.current;
        setOver(false);
        if (moved === null) return;
        event.preventDefault();
        onChange({ tableId, fieldId: moved, type: 'place', at: field.id });
      }}
    >
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 px-2 max-sm:py-1.5">
        <span draggable ref={handle} className="cursor-grab">
          <Menu
            label={`Move ${field.name}`}
            open={moving}
            onOpenChange={setMoving}
            trigger={<IconButton plain size="sm" icon={GripVertical} label={`Move ${field.name}`} />}
            items={[
              {
                label: 'Move up',
                disabled: isPrimary,
                onSelect: () => onChange({ ...of, type: 'move', by: -1 }),
              },
              {
                label: 'Move down',
                disabled: isLast,
                onSelect: () => onChange({ ...of, type: 'move', by: 1 }),
              },
            ]}
          />
        </span>
        <span className="flex w-49 min-w-0 items-center gap-2 max-sm:flex-1">
          <TextInput
            size="sm"
            aria-label={`Name of ${field.name || 'the field'}`}
            className={cx(quietInput, 'font-medium')}
            maxLength={255}
            value={field.name}
            onChange={(event) => onChange({ ...of, type: 'rename-field', name: event.target.value })}
          />
          {isPrimary && (
            <span className="max-sm:sr-only">
              <Badge tone="accent">Primary</Badge>
            </span>
          )}
        </span>
        <span className="w-44">
          <Select<FieldKind>
            size="sm"
            quiet
            label={`Type of ${field.name}`}
            value={field.type}
            options={kinds}
            onChange={(kind) => onChange({ ...of, type: 'kind', kind })}
          />
        </span>
        {isLink && (
          <span className="flex items-center gap-2 max-lg:order-last max-lg:basis-full max-lg:ps-8 max-lg:pb-1.5">
            <span className={cx('text-small', target === '' ? 'text-danger-text' : 'text-text-subtle')}>
              Linked table
            </span>
            <span className={cx('w-36 rounded-md', target === '' && 'outline-2 outline-danger')}>
              <Select
                size="sm"
                label={`Linked table of ${field.name}`}
                placeholder="Choose a table"
                value={target}
                options={tables.map((table) => ({ ...table, icon: Table2 }))}
                onChange={(to) => onChange({ ...of, type: 'link', to })}
              />
            </span>
          </span>
        )}
        {amount !== null && (
          <span className="max-sm:order-last max-sm:basis-full max-sm:ps-8">
            <Popover
              label={`Settings of ${field.name}`}
              width={280}
              padded
              trigger={
                <button
                  type="button"
                  aria-label={`Settings of ${field.name}: ${amount}`}
                  className="rounded-sm px-1.5 py-1 text-small text-text-muted hover:bg-hover hover:text-text pointer-coarse:min-h-11"
                >
                  {amount}
                </button>
              }
            >
              <div className="flex flex-col gap-4">
                <FieldSettings
                  type={field.type}
                  template={settingsIn(field) as Field['template']}
                  onChange={(template) => onChange({ ...of, type: 'settings', template: { ...template } })}
                />
              </div>
            </Popover>
          </span>
        )}
        <span className="ms-auto">
          {!isPrimary && (
            <IconButton
              plain
              size="sm"
              icon={X}
              label={`Remove ${field.name}`}
              onClick={() => onChange({ ...of, type: 'remove-field' })}
            />
          )}
        </span>
      </div>
      {isSelectKind(field.type) && (
        <Options
          field={field}
          onAdd={(label) => onChange({ ...of, type: 'add-option', value: newOptionValue(), label })}
          onRemove={(value) => onChange({ ...of, type: 'remove-option', value })}
        />
      )}
    </li>
  );
});
