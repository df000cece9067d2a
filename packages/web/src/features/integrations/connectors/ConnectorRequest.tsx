import {
  Button,
  FormField,
  IconButton,
  SegmentedControl,
  Select,
  Switch,
  Textarea,
  TextInput,
} from '@weft/ui';
import { Plus, Trash2 } from 'lucide-react';
import { SettingRow } from '../../../shell/SettingRow.tsx';
import { type ConnectorPart, emptyPair, type Pair } from './connector-draft.ts';
import { TextSetting } from './TextSetting.tsx';

/** The request that an answer becomes, what means success, and what is sent again. */
export function ConnectorRequest(part: ConnectorPart) {
  const { draft, change, faultAt } = part;
  return (
    <>
      <SettingRow
        title="Request"
        hint="A field stands as {{key}}. It is encoded for its place, and never changes the request."
      >
        <div className="flex flex-col gap-4">
          <div className="grid grid-cols-[112px_minmax(0,1fr)] gap-3">
            <FormField label="Method">
              {({ id }) => (
                <Select
                  id={id}
                  label="Method"
                  value={draft.method}
                  options={(['POST', 'PUT', 'PATCH'] as const).map((value) => ({ value, label: value }))}
                  onChange={(method) => change({ method })}
                />
              )}
            </FormField>
            <TextSetting {...part} of="path" path="request.path" label="Path" hint="/v1/leads" />
          </div>
          <Pairs
            label="Parameters"
            one="parameter"
            pairs={draft.query}
            fault={faultAt('request.query')}
            onChange={(query) => change({ query })}
          />
          <Pairs
            label="Headers"
            one="header"
            pairs={draft.headers}
            fault={faultAt('request.headers')}
            onChange={(headers) => change({ headers })}
          />
          <SegmentedControl
            label="Body"
            value={draft.body}
            segments={[
              { value: 'json', label: 'JSON' },
              { value: 'form', label: 'Form' },
              { value: 'none', label: 'No body' },
            ]}
            onChange={(body) => change({ body })}
          />
          {draft.body === 'json' && (
            <FormField
              label="JSON"
              hint="“{{seats}}” alone becomes the value with its type; without an answer it is left out."
              error={faultAt('request.body.json') && `${faultAt('request.body.json')}. Is it JSON?`}
            >
              {(control) => (
                <Textarea
                  {...control}
                  rows={8}
                  className="font-mono"
                  spellCheck={false}
                  value={draft.json}
                  onChange={({ target }) => change({ json: target.value })}
                />
              )}
            </FormField>
          )}
          {draft.body === 'form' && (
            <Pairs
              label="Fields of the form"
              one="form field"
              pairs={draft.form}
              fault={faultAt('request.body.fields')}
              onChange={(form) => change({ form })}
            />
          )}
        </div>
      </SettingRow>
      <SettingRow title="Success" hint="When an answer counts as taken.">
        <div className="flex flex-col gap-4">
          <TextSetting
            {...part}
            of="successStatus"
            path="success.status"
            label="Statuses (optional)"
            hint="200, 201. Without any: 200 to 299."
          />
          <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
            <TextSetting
              {...part}
              of="successPath"
              path="success.path"
              label="Place in the answer (optional)"
              hint="data.0.id"
            />
            <TextSetting
              {...part}
              of="equals"
              path="success.equals"
              label="Has to be (optional)"
              hint="true"
            />
          </div>
        </div>
      </SettingRow>
      <SettingRow title="Sending again" hint="For 72 hours: on 408, 425, 429 and 5xx, and on these.">
        <div className="flex flex-col gap-4">
          <TextSetting
            {...part}
            of="retryStatus"
            path="retry.status"
            label="More statuses (optional)"
            hint="423"
          />
          <Switch
            checked={draft.idempotent}
            label="A second attempt changes nothing"
            onChange={(idempotent) => change({ idempotent })}
          />
          <div className="grid grid-cols-2 gap-3">
            <TextSetting
              {...part}
              of="requests"
              path="rateLimit.requests"
              label="At most requests (optional)"
            />
            <TextSetting {...part} of="seconds" path="rateLimit.seconds" label="In seconds" />
          </div>
        </div>
      </SettingRow>
      <SettingRow title="Test" hint="A request that changes nothing. It is made when somebody connects.">
        <div className="flex flex-col gap-4">
          <Switch
            checked={draft.tests}
            label="Try the key when somebody connects"
            onChange={(tests) => change({ tests })}
          />
          {draft.tests && (
            <>
              <div className="grid grid-cols-[112px_minmax(0,1fr)] gap-3">
                <FormField label="Method">
                  {({ id }) => (
                    <Select
                      id={id}
                      label="Method of the test"
                      value={draft.testMethod}
                      options={(['GET', 'POST'] as const).map((value) => ({ value, label: value }))}
                      onChange={(testMethod) => change({ testMethod })}
                    />
                  )}
                </FormField>
                <TextSetting
                  {...part}
                  of="testPath"
                  path="test.path"
                  label="Path of the test"
                  hint="/v1/me"
                />
              </div>
              <Pairs
                label="Parameters of the test"
                one="parameter"
                pairs={draft.testQuery}
                fault={faultAt('test.query')}
                onChange={(testQuery) => change({ testQuery })}
              />
              <TextSetting
                {...part}
                of="account"
                path="test.account"
                label="Where its answer names the account (optional)"
                hint="user.email"
              />
            </>
          )}
        </div>
      </SettingRow>
    </>
  );
}

function Pairs(props: {
  readonly label: string;
  readonly one: string;
  readonly pairs: readonly Pair[];
  readonly fault: string | null;
  readonly onChange: (pairs: readonly Pair[]) => void;
}) {
  const { label, one, pairs, fault, onChange } = props;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-small text-text-muted">{label}</legend>
      <ul className="flex flex-col gap-2">
        {pairs.map((pair, at) => {
          const set = (to: Partial<Pair>) => onChange(pairs.with(at, { ...pair, ...to }));
          return (
            <li
              key={pair.id}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] items-center gap-2"
            >
              <TextInput
                aria-label={`Name of ${one} ${at + 1}`}
                placeholder="Name"
                value={pair.name}
                autoComplete="off"
                onChange={({ target }) => set({ name: target.value })}
              />
              <TextInput
                aria-label={`Value of ${one} ${at + 1}`}
                placeholder="{{key}}"
                value={pair.value}
                autoComplete="off"
                onChange={({ target }) => set({ value: target.value })}
              />
              <IconButton
                plain
                icon={Trash2}
                label={`Remove ${one} ${at + 1}`}
                onClick={() => onChange(pairs.toSpliced(at, 1))}
              />
            </li>
          );
        })}
      </ul>
      {fault !== null && <p className="mt-1.5 text-danger-text text-small">{fault}</p>}
      <Button
        size="sm"
        variant="quiet"
        icon={Plus}
        className="mt-1 -ms-2"
        onClick={() => onChange([...pairs, emptyPair()])}
      >
        Add {one}
      </Button>
    </fieldset>
  );
}
