import { actionNames, actionType, pageOf } from '@weft/apps';
import type { Json } from '@weft/documents';
import { FormField, Select } from '@weft/ui';
import { fieldsOfPage, tableNamed } from '../app-editing.ts';
import { PlainSetting } from './PlainSetting.tsx';
import type { SettingProps } from './setting-host.ts';

const nothing = '';

type Held = { readonly kind?: string } & { readonly [name: string]: Json };

/** What happens when somebody presses a button, or has sent a form. */
export function ActionEditor({ editing, block, setting, value, onChange }: SettingProps<'action'>) {
  const held = (value ?? {}) as Held;
  const chosen = actionNames.find((name) => name === held.kind);
  const ofRecord = pageOf(editing.app, block.page)?.table != null;
  const offered = actionNames.filter((name) => {
    if (name === chosen) return true;
    // On a page about no record there is none to act on.
    return actionType(name).ofRecord !== true || ofRecord;
  });
  const fields =
    chosen !== undefined && actionType(chosen).settings.table !== undefined
      ? (tableNamed(editing, String(held.table ?? ''))?.fields ?? [])
      : fieldsOfPage(editing, block.page);
  return (
    <div className="flex flex-col gap-4">
      <FormField label={setting.label} hint={setting.hint}>
        {({ id }) => (
          <Select<string>
            id={id}
            label={setting.label}
            value={chosen ?? nothing}
            options={[
              { value: nothing, label: 'Nothing' },
              ...offered.map((name) => ({ value: name, label: actionType(name).label })),
            ]}
            onChange={(name) => onChange(name === nothing ? null : { kind: name })}
          />
        )}
      </FormField>
      {chosen !== undefined && (
        <div className="flex flex-col gap-4 border-s ps-3">
          {Object.entries(actionType(chosen).settings).map(([name, part]) =>
            // Actions have no actions in them.
            part.kind === 'action' ? null : (
              <PlainSetting
                key={`${chosen} ${name}`}
                {...{ editing, block, fields, setting: part, value: held[name] }}
                onChange={(next, how) => {
                  const { [name]: _, ...rest } = held;
                  onChange(next === null ? (rest as Json) : ({ ...rest, [name]: next } as Json), how);
                }}
              />
            ),
          )}
        </div>
      )}
    </div>
  );
}
