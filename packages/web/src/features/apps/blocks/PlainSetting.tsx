import { type Binding, isOfUse, pageOf, type Setting, tableOf } from '@weft/apps';
import type { Field, Sort } from '@weft/core';
import type { Json } from '@weft/documents';
import { FormField, Select, Switch, Textarea, TextInput } from '@weft/ui';
import type { FunctionComponent } from 'react';
import { fieldOptions } from '../../base/views/tool-fields.ts';
import { AppImage } from '../AppImage.tsx';
import { blockLabel, fieldsOfPage, tableNamed } from '../app-editing.ts';
import { BindingInput } from '../values/BindingInput.tsx';
import { ConditionList } from '../values/ConditionList.tsx';
import { FieldList } from './FieldList.tsx';
import { InputsEditor } from './InputsEditor.tsx';
import { IntegrationPick } from './IntegrationPick.tsx';
import { SortSetting } from './SortSetting.tsx';
import { type SettingProps, targetsOf } from './setting-host.ts';
import { ValuesEditor } from './ValuesEditor.tsx';

const nothing = '';
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

function Flag({ setting, value, onChange }: SettingProps<'flag'>) {
  return (
    <Switch
      label={setting.label}
      className="min-h-8"
      checked={value === true}
      onChange={(on) => onChange(on ? true : null)}
    />
  );
}

function Integer({ setting, value, onChange }: SettingProps<'integer'>) {
  const { label, hint, min, max, usual } = setting;
  return (
    <FormField label={label} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          key={typeof value === 'number' ? value : 'usual'}
          inputMode="numeric"
          autoComplete="off"
          placeholder={String(usual)}
          defaultValue={typeof value === 'number' ? String(value) : ''}
          onBlur={({ target }) => {
            const read = Number(target.value);
            if (target.value.trim() === '') onChange(null);
            else if (Number.isInteger(read)) onChange(Math.min(max, Math.max(min, read)));
            else target.value = typeof value === 'number' ? String(value) : '';
          }}
        />
      )}
    </FormField>
  );
}

function Written({ setting, value, onChange }: SettingProps<'text'> | SettingProps<'link'>) {
  const { label, hint } = setting;
  const longest = setting.kind === 'text' ? setting.maxLength : 2_000;
  const write = (next: string) => onChange(next === '' ? null : next, { typed: true });
  return (
    <FormField label={label} hint={hint}>
      {(control) =>
        setting.kind === 'text' && setting.lines === 'many' ? (
          <Textarea
            {...control}
            rows={5}
            value={text(value)}
            maxLength={longest}
            onChange={({ target }) => write(target.value)}
          />
        ) : (
          <TextInput
            {...control}
            value={text(value)}
            maxLength={longest}
            autoComplete="off"
            {...(setting.kind === 'link' && { inputMode: 'url', placeholder: 'https://', spellCheck: false })}
            onChange={({ target }) => write(target.value)}
          />
        )
      }
    </FormField>
  );
}

function Pick({ setting, value, onChange }: SettingProps<'pick'>) {
  const [usual] = setting.options;
  return (
    <FormField label={setting.label} hint={setting.hint}>
      {({ id }) => (
        <Select
          id={id}
          label={setting.label}
          value={text(value) || (usual?.value ?? nothing)}
          options={setting.options}
          onChange={onChange}
        />
      )}
    </FormField>
  );
}

function TablePick({ editing, setting, value, onChange }: SettingProps<'table'>) {
  return (
    <FormField label={setting.label}>
      {({ id }) => (
        <Select
          id={id}
          label={setting.label}
          placeholder="Choose a table"
          value={text(value)}
          options={editing.tables.map((table) => ({ value: table.id, label: table.name }))}
          onChange={onChange}
        />
      )}
    </FormField>
  );
}

function FieldPick({ editing, block, setting, fields, value, onChange }: SettingProps<'field'>) {
  const { use } = setting;
  const own = setting.ofPage === true ? fieldsOfPage(editing, block.page) : fields;
  const offered = own.filter((field) => use === undefined || isOfUse(field, use));
  // Without a page of a record there is nothing to choose.
  if (setting.ofPage === true && offered.length === 0 && value === undefined) return null;
  return (
    <FormField label={setting.label} hint={setting.hint}>
      {({ id }) => (
        <Select
          id={id}
          label={setting.label}
          placeholder={offered.length === 0 ? 'No field of this table fits' : 'Choose a field'}
          value={text(value)}
          options={[{ value: nothing, label: 'None' }, ...fieldOptions(offered)]}
          onChange={(next) => onChange(next === nothing ? null : next)}
        />
      )}
    </FormField>
  );
}

const usable = (
  { use }: { readonly use?: Extract<Setting, { kind: 'fields' }>['use'] },
  fields: readonly Field[],
) => fields.filter((field) => use === undefined || isOfUse(field, use));

function FieldsPick({ setting, fields, value, onChange }: SettingProps<'fields'>) {
  return (
    <FieldList
      label={setting.label}
      fields={usable(setting, fields)}
      shown={Array.isArray(value) ? (value as readonly string[]) : []}
      most={setting.most}
      onChange={(shown) => onChange(shown)}
    />
  );
}

function ConditionsPick({ editing, block, setting, fields, value, onChange }: SettingProps<'conditions'>) {
  return (
    <section aria-label={setting.label}>
      <h3 className="mb-1.5 text-base text-text-muted">{setting.label}</h3>
      <ConditionList
        at={{ editing, page: block.page }}
        fields={fields}
        conditions={(value ?? null) as unknown as Parameters<typeof ConditionList>[0]['conditions']}
        onChange={(next) => onChange(next as unknown as Json)}
      />
    </section>
  );
}

function SortPick({ setting, fields, value, onChange }: SettingProps<'sort'>) {
  return (
    <SortSetting
      label={setting.label}
      fields={fields}
      sort={(value ?? []) as unknown as Sort}
      onChange={(sort) => onChange(sort.length === 0 ? null : (sort as unknown as Json))}
    />
  );
}

function PagePick({ editing, block, setting, value, onChange }: SettingProps<'page'>) {
  const table = tableOf(editing.app, block);
  const isOfRecord = block.type.reads === 'many';
  // A record opens on a page about records of its table, or on any that is about none.
  const offered = editing.app.pages.filter(
    (page) => !isOfRecord || page.table === null || page.table === table,
  );
  return (
    <FormField label={setting.label}>
      {({ id }) => (
        <Select
          id={id}
          label={setting.label}
          value={text(value)}
          options={[
            { value: nothing, label: 'Nothing' },
            ...offered
              .toSorted((a, b) => Number(b.table === table) - Number(a.table === table))
              .map((page) => ({
                ...{ value: page.id, label: page.label },
                ...(page.table !== null && {
                  hint: `One of ${tableNamed(editing, page.table)?.name ?? 'a table'}`,
                }),
              })),
          ]}
          onChange={(next) => onChange(next === nothing ? null : next)}
        />
      )}
    </FormField>
  );
}

function TargetPick({ editing, block, setting, value, onChange }: SettingProps<'target'>) {
  const targets = targetsOf(editing.app, block.page);
  return (
    <FormField
      label={setting.label}
      hint={targets.length === 0 ? 'Add a list to this page first.' : undefined}
    >
      {({ id }) => (
        <Select
          id={id}
          label={setting.label}
          placeholder="Choose a block"
          value={text(value)}
          options={targets.map((target) => ({ value: target.id, label: blockLabel(editing, target) }))}
          onChange={onChange}
        />
      )}
    </FormField>
  );
}

function BindingPick({ editing, block, setting, value, onChange }: SettingProps<'binding'>) {
  return (
    <section aria-label={setting.label}>
      <div className="mb-1.5 flex items-center gap-2">
        <h3 className="flex-1 text-base text-text-muted">{setting.label}</h3>
      </div>
      {value === undefined ? <p className="mb-1.5 text-small text-text-subtle">{setting.hint}</p> : null}
      <BindingInput
        at={{ editing, page: pageOf(editing.app, block.page)?.id ?? null }}
        field={null}
        label={setting.label}
        value={value as unknown as Binding | undefined}
        onChange={(next) => onChange((next ?? null) as unknown as Json)}
      />
    </section>
  );
}

function ImagePick({ editing, setting, value, onChange }: SettingProps<'image'>) {
  return (
    <section aria-label={setting.label}>
      <h3 className="mb-1.5 text-base text-text-muted">{setting.label}</h3>
      <AppImage
        flowId={editing.session.flowId}
        image={typeof value === 'string' ? value : undefined}
        noun="the image"
        onChange={(image) => onChange(image)}
      />
    </section>
  );
}

/** An action has settings in it, but no action. */
type PlainKind = Exclude<Setting['kind'], 'action'>;

const controls: { readonly [K in PlainKind]: FunctionComponent<SettingProps<K>> } = {
  flag: Flag,
  integer: Integer,
  text: Written,
  link: Written,
  pick: Pick,
  table: TablePick,
  field: FieldPick,
  fields: FieldsPick,
  conditions: ConditionsPick,
  sort: SortPick,
  page: PagePick,
  target: TargetPick,
  binding: BindingPick,
  image: ImagePick,
  values: ValuesEditor,
  inputs: InputsEditor,
  integration: IntegrationPick,
};

/** The control of a setting, as its kind asks for it. */
export function PlainSetting(props: SettingProps<PlainKind>) {
  const Control = controls[props.setting.kind] as FunctionComponent<SettingProps<PlainKind>>;
  return <Control {...props} />;
}
