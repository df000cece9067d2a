import {
  defaultTemplate,
  type Field,
  type FieldKind,
  fieldType,
  holdsLinkNames,
  isLinkField,
  isLinkKind,
  isLookupKind,
  isSelectField,
  isSelectKind,
  type LinkedRecordTemplate,
  type LookupTemplate,
  readShape,
  type SelectField,
  type Table,
  takesLinkNames,
  zonedSettings,
} from '@weft/core';
import { filtersCut } from '@weft/history';
import { AppError } from '@weft/std';
import {
  Button,
  ConfirmDialog,
  FieldSettings,
  FieldTypeSelect,
  FormField,
  IconButton,
  TextInput,
  toast,
} from '@weft/ui';
import { Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { newId } from '../../../session/new-id.ts';
import { pasteParts } from '../edits/paste-parts.ts';
import type { BaseSession } from '../open/base-session.ts';
import { ConversionNote } from './ConversionNote.tsx';
import { ConvertedBefore } from './ConvertedBefore.tsx';
import { DeletedOptionsDialog } from './DeletedOptionsDialog.tsx';
import { deletedText, keptOptions, optionsGone, withOption } from './deleted-options.ts';
import { type FieldPlace, insertField } from './insert-field.ts';
import { LinkSettings } from './LinkSettings.tsx';
import { LinksNote, leavesNames } from './LinksNote.tsx';
import { LookupSettings } from './LookupSettings.tsx';
import { PanelFrame } from './PanelFrame.tsx';
import { useConversion } from './use-conversion.ts';

export interface FieldPanelProps {
  readonly session: BaseSession;
  readonly table: Table;
  /** Null for a new field. */
  readonly fieldId: string | null;
  /** Where the new field goes; left out: to the end. */
  readonly place?: FieldPlace | undefined;
  /** `fieldId`: the one that was made or saved. */
  readonly onClose: (fieldId?: string) => void;
  readonly onDelete: (fieldId: string) => void;
}

interface Draft {
  readonly name: string;
  readonly type: FieldKind;
  /** Of links and lookups without what is not chosen yet. Null: a select that takes its options from the column, until the server has named them. */
  readonly template: Field['template'] | null;
}

const draftOf = (field: Field | undefined): Draft =>
  field ?? { name: '', type: 'single_line_text', template: {} };

/** Default settings of a field that changes its type. */
function templateFor(type: FieldKind, field: Field | undefined, timeZone: string): Field['template'] | null {
  if (field?.type === type) return field.template;
  if (field !== undefined && isSelectKind(type)) return isSelectKind(field.type) ? field.template : null;
  const zoned = field && zonedSettings(field, type, timeZone);
  return zoned ?? defaultTemplate(type) ?? {};
}

/** Why the table cannot take this name; a blank one is given by the table itself. */
function nameFault(name: string, fieldId: string | null, table: Table): string | null {
  const wanted = name.trim().toLowerCase();
  const taken = table.fields.some(
    (other) => other.id !== fieldId && other.name.trim().toLowerCase() === wanted,
  );
  return wanted !== '' && taken ? 'A field with this name already exists' : null;
}

/** Why a field cannot become one of this kind; null when it can. */
function refusal(kind: FieldKind, field: Field | undefined, isPrimary: boolean): string | null {
  if (isPrimary && !fieldType(kind).canBePrimary) return 'Cannot name the records';
  if (field === undefined || kind === field.type) return null;
  if (isLookupKind(field.type)) return 'A lookup holds no values of its own';
  if (fieldType(kind).readOnly) return 'Cells of this type cannot be written';
  if (isLinkKind(kind)) return holdsLinkNames(field.type) ? null : 'Only texts become linked records';
  return isLinkKind(field.type) && !takesLinkNames(kind) ? 'Linked records become texts only' : null;
}

const linkedTable = (tables: readonly Table[], template: Draft['template']): Table | undefined =>
  tables.find(({ id }) => id === (template as Partial<LinkedRecordTemplate> | null)?.tableId);

/** Whether a link field that takes several records is to take one. */
const takesOneNow = (field: Field | undefined, template: Field['template']): boolean =>
  isLinkField(field) &&
  field.template.allowMultiple &&
  'allowMultiple' in template &&
  !template.allowMultiple;

/** The names of the views whose filter asks what the field will not answer. */
function cutFilters({ env }: BaseSession, table: Table, converted: Field): readonly string[] {
  const cut = filtersCut(table, converted, { ...env, now: new Date().toISOString() });
  return cut.map(({ view }) => view.name);
}

const severalText = (count: number, locale: string): string =>
  count === 1
    ? 'One record holds several links. It keeps them until its cell is edited; then one is left.'
    : `${count.toLocaleString(locale)} records hold several links. They keep them until their cells are edited; then one is left.`;

/** Most records that get another option instead of a deleted one: their cells are changed at once on screen. */
const mostRefilled = 5_000;

type Holders = Awaited<ReturnType<BaseSession['client']['holders']>>;

const wasOption = (template: Field['template'] | undefined, value: string): boolean =>
  template !== undefined && keptOptions(template).some((option) => option.value === value);

/** Creates a field, or renames it and changes its settings. Nothing changes before 'Save'. */
export function FieldPanel({ session, table, fieldId, place, onClose, onDelete }: FieldPanelProps) {
  const field = table.fields.find(({ id }) => id === fieldId);
  const [draft, setDraft] = useState(() => draftOf(field));
  // The field as it was when the draft began: colleagues may change it while the panel is open.
  const [begun] = useState(field);
  const from = begun?.template;
  /** Records that hold options which go: the person is asked what happens to their cells. */
  const [holders, setHolders] = useState<Holders | null>(null);
  /** Records that hold several links, when their field is to take one: the person is asked first. */
  const [several, setSeveral] = useState<number | null>(null);
  /** Whether a text that becomes links has records made for names that none has. */
  const [createMissing, setCreateMissing] = useState(false);
  const id = useId();
  const name = useRef<HTMLInputElement>(null);
  const isNew = fieldId === null;
  const isPrimary = fieldId === table.primaryFieldId;
  const fault = nameFault(draft.name, fieldId, table);
  useEffect(() => name.current?.focus(), []);
  useEffect(() => {
    // A colleague deleted it.
    if (!isNew && field === undefined) onClose();
  }, [isNew, field, onClose]);

  const { type } = draft;
  const conversion = useConversion(session, {
    tableId: table.id,
    field,
    from,
    type,
    template: draft.template,
  });
  const template = draft.template ?? conversion.preview?.template ?? null;

  const create = (chosen: Field['template'], id: string): boolean =>
    insertField(session, table.id, { id, name: draft.name.trim(), type, template: chosen }, place);
  const change = (
    chosen: Field['template'],
    id: string,
    replacement: string | null,
    shadowId: string,
  ): boolean => {
    const place = { tableId: table.id, fieldId: id };
    // A blank name becomes a generated one. One that only a colleague has changed stays as it is now.
    const name = draft.name.trim();
    const renamed = name !== begun?.name && { name };
    const settings = { template: chosen, ...(from && { from }) };
    if (!conversion.wanted) {
      const gone = optionsGone(from, chosen);
      const group = newId('grp');
      if (field !== undefined && holders !== null && replacement !== null) {
        const records = withOption(field, holders.records, gone, replacement);
        // Cells first: undone last, they get options back that are there again.
        for (const part of pasteParts(records, []))
          if (!session.act('BULK_PASTE_CELLS', { tableId: table.id, ...part }, group)) return false;
      }
      if (!session.act('UPDATE_FIELD', { ...place, ...renamed, ...settings }, group)) return false;
      const deleted = deletedText(gone);
      // Cells that held them show nothing now, wherever they are.
      if (deleted !== null) session.offerUndo(deleted);
      return true;
    }
    const step = newId('act');
    const { timeZone, locale } = session.env;
    const names = conversion.preview?.names;
    const into = {
      ...{ type, template: chosen, shadowId, timeZone, locale },
      ...(names !== undefined && { createMissing, keepText: leavesNames(names, createMissing) }),
    };
    if (renamed && !session.act('UPDATE_FIELD', { ...place, ...renamed }, step)) return false;
    return session.act('CONVERT_FIELD_TYPE', { ...place, ...into }, step);
  };
  const finish = (chosen: Field['template'], replacement: string | null = null) => {
    setSeveral(null);
    setHolders(null);
    const made = newId('fld');
    if (fieldId === null ? create(chosen, made) : change(chosen, fieldId, replacement, made))
      // Texts that name linked records, and links made of texts, stand in a field of their own.
      onClose(
        fieldId === null || (conversion.wanted && (isLinkField(field) || isLinkKind(type))) ? made : fieldId,
      );
  };
  /** Asks what happens to cells that hold options which go; where no server answers, undo still brings them back. */
  const askOfHolders = (held: SelectField, chosen: Field['template'], viewId: string) => {
    const options = optionsGone(from, chosen).map(({ value }) => value);
    const asked = { tableId: table.id, viewId, field: held, options };
    session.client.holders(asked, mostRefilled).then(
      (found) => (found.count === 0 ? finish(chosen) : setHolders(found)),
      (error: unknown) => {
        if (error instanceof AppError && error.kind === 'unavailable') finish(chosen);
        else toast(errorText(error), { tone: 'error' });
      },
    );
  };
  const save = () => {
    if (fault !== null) return name.current?.focus();
    if (template === null || !readShape(type, template).ok) return;
    if (fieldId !== null && takesOneNow(field, template) && several === null) {
      session.client.countSeveral(table.id, fieldId).then(
        (count) => (count > 0 ? setSeveral(count) : finish(template)),
        (error: unknown) => toast(errorText(error), { tone: 'error' }),
      );
      return;
    }
    const [view] = table.views;
    const goes = !conversion.wanted && optionsGone(from, template).length > 0;
    if (goes && field !== undefined && isSelectField(field) && view !== undefined)
      return askOfHolders(field, template, view.id);
    finish(template);
  };

  return (
    <PanelFrame title={isNew ? 'Add field' : 'Edit field'} onClose={() => onClose()}>
      <form
        id={id}
        className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <FormField label="Name" error={fault}>
          {(control) => (
            <TextInput
              {...control}
              ref={name}
              value={draft.name}
              placeholder="Field name"
              maxLength={255}
              autoComplete="off"
              onChange={(event) => setDraft({ ...draft, name: event.target.value })}
            />
          )}
        </FormField>
        <FormField
          label="Type"
          hint={isPrimary ? 'The primary field names the records of this table.' : null}
        >
          {(control) => (
            <FieldTypeSelect
              id={control.id}
              value={type}
              linked
              refusal={(kind) => refusal(kind, field, isPrimary)}
              onChange={(chosen) =>
                setDraft({
                  ...draft,
                  type: chosen,
                  template: templateFor(chosen, field, session.env.timeZone),
                })
              }
            />
          )}
        </FormField>
        {isLinkKind(type) && (
          <LinkSettings
            tables={session.state.metadata.tables}
            ownTableId={table.id}
            isNew={!isLinkField(field)}
            template={(template ?? {}) as Partial<LinkedRecordTemplate>}
            onChange={(chosen) =>
              setDraft((before) => ({ ...before, template: chosen as LinkedRecordTemplate }))
            }
          />
        )}
        {isLookupKind(type) && (
          <LookupSettings
            table={table}
            tables={session.state.metadata.tables}
            template={(template ?? {}) as Partial<LookupTemplate>}
            onChange={(chosen) => setDraft((before) => ({ ...before, template: chosen as LookupTemplate }))}
          />
        )}
        {template !== null && (
          <FieldSettings
            type={type}
            template={template}
            onChange={(chosen) => setDraft((before) => ({ ...before, template: chosen }))}
          />
        )}
        {conversion.wanted && !isLinkKind(type) && (
          <ConversionNote
            {...conversion}
            endsLinks={isLinkField(field)}
            cutFilters={
              field === undefined || template === null
                ? []
                : cutFilters(session, table, { ...field, type, template } as Field)
            }
          />
        )}
        {conversion.wanted && isLinkKind(type) && (
          <LinksNote
            {...conversion}
            target={linkedTable(session.state.metadata.tables, template)?.name}
            keptName={`${field?.name ?? ''} (text)`}
            createMissing={createMissing}
            onCreateMissing={setCreateMissing}
          />
        )}
        {conversion.wanted && field !== undefined && type !== field.type && (
          <ConvertedBefore
            session={session}
            tableId={table.id}
            field={field}
            type={type}
            onUndone={() => onClose(field.id)}
          />
        )}
      </form>
      {holders !== null && template !== null && (
        <DeletedOptionsDialog
          gone={optionsGone(from, template)}
          left={keptOptions(template).filter(({ value }) => wasOption(from, value))}
          count={holders.count}
          most={mostRefilled}
          locale={session.env.locale}
          onDelete={(replacement) => finish(template, replacement)}
          onClose={() => setHolders(null)}
        />
      )}
      <ConfirmDialog
        open={several !== null}
        onOpenChange={(open) => !open && setSeveral(null)}
        title="Link to one record only?"
        confirmLabel="Link to one only"
        onConfirm={() => template !== null && finish(template)}
      >
        {severalText(several ?? 0, session.env.locale)}
      </ConfirmDialog>
      <div className="flex shrink-0 items-center gap-2 border-line-subtle border-t p-3">
        {!isNew && !isPrimary && (
          <IconButton icon={Trash2} label="Delete field" onClick={() => onDelete(fieldId)} />
        )}
        <span className="flex-1" />
        <Button onClick={() => onClose()}>Cancel</Button>
        <Button
          variant="primary"
          type="submit"
          form={id}
          disabled={template === null || !readShape(type, template).ok}
        >
          {isNew ? 'Create field' : conversion.wanted ? 'Convert' : 'Save'}
        </Button>
      </div>
    </PanelFrame>
  );
}
