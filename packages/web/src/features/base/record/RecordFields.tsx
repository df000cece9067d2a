import {
  type BaseRecord,
  type CellValue,
  type Field,
  type FieldEnv,
  holdsFiles,
  isLinkField,
  type Table,
  type View,
} from '@weft/core';
import type { Cell } from '@weft/history';
import { withoutUndefined } from '@weft/std';
import { cx, Icon, lightKinds } from '@weft/ui';
import { type GridActions, RecordInput, RecordValue } from '@weft/ui/grid';
import { fieldsInOrder } from '../views/view-order.ts';

export interface RecordFieldsProps {
  readonly table: Table;
  readonly view: View;
  readonly record: BaseRecord;
  readonly env: FieldEnv;
  readonly canEdit: boolean;
  readonly onCommit: (fieldId: string, cell: Cell & { readonly before?: CellValue }) => void;
  readonly linkSource: GridActions['linkSource'];
  readonly cellFiles: GridActions['cellFiles'];
  readonly onUpdateTemplate: (fieldId: string, template: Field['template']) => void;
  /** What stands over the fields that the view hides. */
  readonly hiddenHeading?: string;
  /** Names stand over their values: those of questions are long. */
  readonly stacked?: boolean;
  /** Fields that are not filled in here. */
  readonly fixedFieldIds?: ReadonlySet<string>;
}

/** Every field of a record as an input: the primary one on top, then the others as the view has them, hidden ones last. */
export function RecordFields(props: RecordFieldsProps) {
  const { table, view, record, env, canEdit, stacked = false } = props;
  const fields = fieldsInOrder(table, view);
  const hidden = new Set(view.config.hiddenFieldIds);
  const control = (field: Field, look?: 'title') => {
    const { id } = field;
    const cell = withoutUndefined({
      ...{ field, env, look },
      value: record.data[id] ?? null,
      raw: record.raw?.[id],
    });
    if (!canEdit || props.fixedFieldIds?.has(id)) return <RecordValue {...cell} />;
    return (
      <RecordInput
        {...cell}
        onCommit={(content) => props.onCommit(id, content)}
        links={isLinkField(field) ? props.linkSource(field) : null}
        files={holdsFiles(field.type) ? props.cellFiles({ recordId: record.id, fieldId: id }) : null}
        onUpdateTemplate={(template) => props.onUpdateTemplate(id, template)}
      />
    );
  };
  const row = (field: Field) => (
    <div
      key={field.id}
      className={
        stacked
          ? 'flex flex-col gap-0.5 pb-4'
          : 'flex items-start gap-1 py-0.5 max-sm:flex-col max-sm:items-stretch max-sm:pb-2'
      }
    >
      <span
        className={cx(
          'flex shrink-0 items-center gap-2 pe-2 text-base text-text-muted',
          stacked ? 'min-h-6' : 'min-h-8 w-31 max-sm:min-h-6 max-sm:w-auto',
        )}
        title={field.name}
      >
        <Icon of={lightKinds[field.type].icon} size={14} className="shrink-0 text-text-subtle" />
        <span dir="auto" className={stacked ? 'text-pretty' : 'truncate'}>
          {field.name}
        </span>
      </span>
      <div className="min-w-0 flex-1">{control(field)}</div>
    </div>
  );
  const [primary, ...others] = fields;
  const shownFields = others.filter(({ id }) => !hidden.has(id));
  const hiddenFields = others.filter(({ id }) => hidden.has(id));
  return (
    <>
      {primary !== undefined && (
        <div className="mb-3">
          {control(primary, 'title')}
          <p className="flex items-center gap-1.5 text-base text-text-muted">
            <Icon of={lightKinds[primary.type].icon} size={14} className="text-text-subtle" />
            {primary.name}
          </p>
        </div>
      )}
      {shownFields.map(row)}
      {hiddenFields.length > 0 && (
        <>
          <h3 className="mt-4 mb-1 border-line-subtle border-t pt-3 font-medium text-small text-text-muted">
            {props.hiddenHeading ?? `Hidden in ${view.name}`}
          </h3>
          {hiddenFields.map(row)}
        </>
      )}
    </>
  );
}
