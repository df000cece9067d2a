import { connectorColors, declaredKinds } from '@weft/protocol';
import { Button, Checkbox, FormField, IconButton, Select, Textarea, TextInput } from '@weft/ui';
import { Plus, Trash2 } from 'lucide-react';
import { SettingRow } from '../../../shell/SettingRow.tsx';
import { ServiceTile } from '../ServiceTile.tsx';
import { categoryFilters } from '../service-words.ts';
import {
  type ConnectorDraft,
  type ConnectorPart,
  emptyField,
  type FieldDraft,
  renamed,
  withHost,
} from './connector-draft.ts';
import { TextSetting } from './TextSetting.tsx';

const ways = [
  { value: 'bearer', label: 'Bearer token' },
  { value: 'header', label: 'API key in a header' },
  { value: 'query', label: 'API key in the address' },
  { value: 'basic', label: 'Name and password' },
  { value: 'clientCredentials', label: 'OAuth 2.0 client credentials' },
  { value: 'none', label: 'Nothing' },
] as const;
const kindLabels: { readonly [K in FieldDraft['kind']]: string } = {
  ...{ text: 'Text', number: 'Number', boolean: 'Yes or no', date: 'Date', datetime: 'Date and time' },
  ...{ choice: 'One choice', choices: 'Several choices' },
};
const named = (text: string) => text[0]?.toUpperCase() + text.slice(1);

/** What the service is, where it is, what lets in, and what it takes. */
export function ConnectorService(props: ConnectorPart & { readonly isNew: boolean }) {
  const { draft, change, faultAt } = props;
  const part = { draft, change, faultAt };
  return (
    <>
      <SettingRow title="Service" hint="How people find it in the catalogue.">
        <div className="flex flex-col gap-4">
          <TextSetting {...part} of="name" path="name" label="Name" />
          <div className="flex items-end gap-3">
            <ServiceTile
              label={draft.name || '?'}
              custom={{ letters: draft.letters || null, color: draft.color }}
            />
            <div className="w-24">
              <TextSetting {...part} of="letters" path="letters" label="Letters" />
            </div>
            <div className="min-w-0 flex-1">
              <FormField label="Colour">
                {({ id }) => (
                  <Select
                    id={id}
                    label="Colour"
                    value={draft.color}
                    options={connectorColors.map((value) => ({ value, label: named(value) }))}
                    onChange={(color) => change({ color })}
                  />
                )}
              </FormField>
            </div>
          </div>
          <FormField label="Category">
            {({ id }) => (
              <Select
                id={id}
                label="Category"
                value={draft.category}
                options={categoryFilters.flatMap(({ value, label }) =>
                  value === null ? [] : [{ value, label }],
                )}
                onChange={(category) => change({ category })}
              />
            )}
          </FormField>
          <TextSetting
            {...part}
            of="purpose"
            path="purpose"
            label="What it does (optional)"
            hint="In a few words: Make leads"
          />
        </div>
      </SettingRow>
      <SettingRow
        title="Address and access"
        hint={
          props.isNew
            ? 'Everything is sent to this host and to no other. Keys are typed in where somebody connects.'
            : 'Both stay as they are while somebody is connected: their keys were given for this host.'
        }
      >
        <div className="flex flex-col gap-4">
          <TextSetting
            {...part}
            of="origin"
            path="origin"
            label="Host"
            hint="https://api.example.com"
            onLeave={() => change(withHost(draft))}
          />
          <FormField label="What lets in">
            {({ id }) => (
              <Select
                id={id}
                label="What lets in"
                value={draft.auth}
                options={ways}
                onChange={(auth) => change({ auth })}
              />
            )}
          </FormField>
          <Access {...part} />
        </div>
      </SettingRow>
      <SettingRow
        title="Fields"
        hint="What an answer can be written into. The request names them by their keys: {{email}}"
      >
        <ul aria-label="Fields" className="flex flex-col gap-3">
          {draft.fields.map((field, at) => (
            <FieldRow
              key={field.id}
              field={field}
              at={at}
              faultAt={faultAt}
              onChange={(to) => change({ fields: draft.fields.with(at, { ...field, ...to }) })}
              onRemove={() => change({ fields: draft.fields.toSpliced(at, 1) })}
            />
          ))}
        </ul>
        <Button
          variant="quiet"
          icon={Plus}
          className="mt-2 -ms-3"
          onClick={() => change({ fields: [...draft.fields, emptyField()] })}
        >
          Add field
        </Button>
      </SettingRow>
    </>
  );
}

function Access(part: ConnectorPart) {
  const { draft, change } = part;
  const { auth }: Pick<ConnectorDraft, 'auth'> = draft;
  if (auth === 'header')
    return (
      <>
        <TextSetting {...part} of="authName" path="auth.name" label="Name of the header" hint="X-Api-Key" />
        <TextSetting {...part} of="prefix" path="auth.prefix" label="Before the key (optional)" />
      </>
    );
  if (auth === 'query')
    return (
      <TextSetting {...part} of="authName" path="auth.name" label="Name of the parameter" hint="api_key" />
    );
  if (auth !== 'clientCredentials') return null;
  return (
    <>
      <TextSetting
        {...part}
        of="tokenUrl"
        path="auth.tokenUrl"
        label="Address of tokens"
        hint="https://login.example.com/oauth/token"
      />
      <TextSetting {...part} of="scope" path="auth.scope" label="Scope (optional)" />
      <FormField label="The secret is sent in">
        {({ id }) => (
          <Select
            id={id}
            label="The secret is sent in"
            value={draft.secretIn}
            options={[
              { value: 'header', label: 'The header (Basic)' },
              { value: 'body', label: 'The body' },
            ]}
            onChange={(secretIn) => change({ secretIn })}
          />
        )}
      </FormField>
    </>
  );
}

function FieldRow(props: {
  readonly field: FieldDraft;
  readonly at: number;
  readonly faultAt: ConnectorPart['faultAt'];
  readonly onChange: (to: Partial<FieldDraft>) => void;
  readonly onRemove: () => void;
}) {
  const { field, at, faultAt, onChange } = props;
  const fault = (key: string) => faultAt(`fields.${at}.${key}`);
  return (
    <li className="flex flex-col gap-3 rounded-lg border p-3">
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <FormField label="Name" error={fault('name')}>
          {(control) => (
            <TextInput
              {...control}
              value={field.name}
              onChange={({ target }) => onChange(renamed(field, target.value))}
            />
          )}
        </FormField>
        <FormField label="Key" error={fault('key')}>
          {(control) => (
            <TextInput
              {...control}
              value={field.key}
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => onChange({ key: target.value })}
            />
          )}
        </FormField>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <div className="w-44">
          <Select
            size="sm"
            label={`What ${field.name || 'the field'} takes`}
            value={field.kind}
            options={declaredKinds.map((value) => ({ value, label: kindLabels[value] }))}
            onChange={(kind) => onChange({ kind })}
          />
        </div>
        <Checkbox checked={field.required} label="Required" onChange={(required) => onChange({ required })} />
        <IconButton
          plain
          icon={Trash2}
          label={`Remove ${field.name || 'field'}`}
          className="ms-auto"
          onClick={props.onRemove}
        />
      </div>
      {(field.kind === 'choice' || field.kind === 'choices') && (
        <FormField
          label="Choices (optional)"
          hint="One a line; without any it takes every name."
          error={fault('choices')}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              value={field.choices}
              onChange={({ target }) => onChange({ choices: target.value })}
            />
          )}
        </FormField>
      )}
    </li>
  );
}
