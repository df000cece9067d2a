import { type Filter, groupKeys, pruneFilter, type Table, type View, type ViewConfig } from '@weft/core';
import { IconButton, Menu, Popover } from '@weft/ui';
import {
  ArrowDownUp,
  Ellipsis,
  EyeOff,
  Group,
  ListFilter,
  Rows3,
  Rows4,
  StretchHorizontal,
  X,
} from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { BaseSession } from '../open/base-session.ts';
import { countConditions } from './filter-tree.ts';
import { FieldsEditor, FilterEditor, GroupEditor, SortEditor } from './lazy-editors.tsx';
import { linkSource } from './link-source.ts';
import { ToolButton, type ToolButtonProps, ToolInUse } from './ToolButton.tsx';
import { sortableFields } from './tool-fields.ts';
import { useLinkedRecords } from './use-linked-records.ts';
import { fieldsInOrder, reorderFields } from './view-order.ts';
import { changeView } from './view-settings.ts';

/** The tool whose editor is open; `fieldId`: a field the person has asked to filter by. */
export interface OpenTool {
  readonly kind: 'fields' | 'filter' | 'group' | 'sort';
  readonly fieldId?: string;
}

export interface ToolbarProps {
  readonly session: BaseSession;
  readonly table: Table;
  readonly view: View;
  readonly canEdit: boolean;
  readonly tool: OpenTool | null;
  readonly onTool: (tool: OpenTool | null) => void;
  /** Collapses all groups, or shows all their records. */
  readonly onToggleGroups: (collapsed: boolean) => void;
}

const plural = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

const heights = [
  { value: 'short', label: 'Short', icon: Rows4 },
  { value: 'medium', label: 'Medium', icon: Rows3 },
  { value: 'tall', label: 'Tall', icon: StretchHorizontal },
] as const;

/** What a view does with its records and fields, and the editors that change it. */
export function Toolbar({ session, table, view, canEdit, tool, onTool, onToggleGroups }: ToolbarProps) {
  const { config } = view;
  const linked = useLinkedRecords(session, table);
  const reader = useMemo(() => ({ ...session.env, ...linked }), [session, linked]);
  const env = { ...reader, now: new Date().toISOString() };
  const fields = fieldsInOrder(table, view);
  const change = (part: Partial<ViewConfig>) => changeView(session, table, view, part);
  const hidden = new Set(
    table.fields.flatMap(({ id }) =>
      config.hiddenFieldIds.includes(id) && id !== table.primaryFieldId ? [id] : [],
    ),
  );
  const conditions = countConditions(pruneFilter(config.filters, table, env));
  const idle = countConditions(config.filters) - conditions;
  const sorts = config.sorts.filter(
    ({ fieldId }) => fieldId.startsWith('$') || table.fields.some(({ id }) => id === fieldId),
  ).length;
  const groups = groupKeys(config, table);
  const words = {
    fields: hidden.size === 0 ? 'Hide fields' : plural(hidden.size, 'hidden field', 'hidden fields'),
    // What a filter says of a field that is gone, or of another type now, hides nothing.
    filter: `${conditions === 0 ? 'Filter' : plural(conditions, 'filter', 'filters')}${idle === 0 ? '' : `, ${idle} not applied`}`,
    group:
      groups.length === 0
        ? 'Group'
        : groups.length > 1
          ? `Grouped by ${groups.length} fields`
          : `Grouped by ${fields.find(({ id }) => id === groups[0]?.fieldId)?.name ?? ''}`,
    sort: sorts === 0 ? 'Sort' : plural(sorts, 'sort', 'sorts'),
  };
  const rowHeights = heights.map(({ value, label, icon }) => ({
    ...{ label, icon },
    checked: config.rowHeight === value,
    onSelect: () => change({ rowHeight: value }),
  }));
  if (!canEdit)
    return (
      <>
        {hidden.size > 0 && <ToolInUse icon={EyeOff} label={words.fields} count={hidden.size} />}
        {conditions > 0 && <ToolInUse icon={ListFilter} label={words.filter} count={conditions} />}
        {groups.length > 0 && <ToolInUse icon={Group} label={words.group} count={groups.length} />}
        {sorts > 0 && <ToolInUse icon={ArrowDownUp} label={words.sort} count={sorts} />}
      </>
    );
  const toolProps = (kind: OpenTool['kind']) => ({
    open: tool?.kind === kind,
    onOpenChange: (open: boolean) => onTool(open ? { kind } : null),
  });
  return (
    <>
      <Tool
        {...toolProps('fields')}
        button={{ icon: EyeOff, label: words.fields, count: hidden.size || null }}
        rare
        preload={FieldsEditor.preload}
        name="Fields"
        width={320}
      >
        <FieldsEditor
          fields={fields}
          primaryFieldId={table.primaryFieldId}
          hidden={hidden}
          onHide={(hiddenFieldIds) => change({ hiddenFieldIds })}
          onReorder={(fieldIds) => reorderFields(session, table, view, fieldIds)}
        />
      </Tool>
      <Tool
        {...toolProps('filter')}
        button={{ icon: ListFilter, label: words.filter, count: conditions || null }}
        preload={FilterEditor.preload}
        name="Filter"
        width={760}
      >
        <FilterEditor
          table={table}
          fields={fields}
          filters={config.filters}
          env={reader}
          linkSource={({ template }) => linkSource(session, template.tableId)}
          begin={table.fields.find(({ id }) => id === tool?.fieldId)}
          onChange={(filters: Filter | null) => change({ filters })}
        />
      </Tool>
      <Tool
        {...toolProps('group')}
        button={{ icon: Group, label: words.group, count: groups.length || null }}
        rare
        preload={GroupEditor.preload}
        name="Group"
        width={520}
      >
        <GroupEditor
          fields={fields}
          groups={groups}
          onChange={(next) => change({ groups: next })}
          onToggleAll={onToggleGroups}
        />
      </Tool>
      <Tool
        {...toolProps('sort')}
        button={{ icon: ArrowDownUp, label: words.sort, count: sorts || null }}
        preload={SortEditor.preload}
        name="Sort"
        width={520}
      >
        <SortEditor
          fields={sortableFields(fields)}
          sorts={config.sorts}
          onChange={(next) => change({ sorts: next })}
        />
      </Tool>
      <Menu
        trigger={
          <ToolButton
            icon={Rows3}
            label="Row height"
            count={config.rowHeight === 'short' ? null : 0}
            className="max-sm:hidden"
          />
        }
        items={rowHeights}
      />
      {/* On a phone what is rarely used, and not in use now, leaves its room to the view's name. */}
      <Menu
        align="end"
        trigger={<ToolButton icon={Ellipsis} label="More tools" className="sm:hidden" />}
        items={[
          ...(hidden.size === 0
            ? [{ label: words.fields, icon: EyeOff, onSelect: () => onTool({ kind: 'fields' }) }]
            : []),
          ...(groups.length === 0
            ? [{ label: words.group, icon: Group, onSelect: () => onTool({ kind: 'group' }) }]
            : []),
          ...(hidden.size === 0 || groups.length === 0 ? ['separator' as const] : []),
          ...rowHeights.map((item) => ({ ...item, label: `${item.label} rows` })),
        ]}
      />
    </>
  );
}

interface ToolProps {
  readonly button: Pick<ToolButtonProps, 'icon' | 'label' | 'count'>;
  readonly name: string;
  readonly width: number;
  /** On a phone the button is there while the tool is in use; else a menu opens it. */
  readonly rare?: boolean;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Fetches the editor as soon as the button is near. */
  readonly preload: () => void;
  readonly children: ReactNode;
}

function Tool({ button, name, width, rare, open, onOpenChange, preload, children }: ToolProps) {
  return (
    <Popover
      label={name}
      width={width}
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <ToolButton
          {...button}
          className={rare === true && button.count === null ? 'max-sm:hidden' : ''}
          onPointerEnter={preload}
          onFocus={preload}
        />
      }
    >
      <div className="-mt-1 mb-2 flex items-center justify-between ps-1 sm:sr-only">
        <h2 className="font-semibold text-body">{name}</h2>
        {/* Out of the keys' way where Escape and a press beside it close it. */}
        <IconButton
          icon={X}
          label={`Close ${name.toLowerCase()}`}
          className="size-10! sm:hidden"
          onClick={() => onOpenChange(false)}
        />
      </div>
      {children}
    </Popover>
  );
}
