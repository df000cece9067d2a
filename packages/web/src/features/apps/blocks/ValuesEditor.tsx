import { isWritten } from '@weft/apps';
import type { Json } from '@weft/documents';
import { FieldValues, type Values } from './FieldValues.tsx';
import type { SettingProps } from './setting-host.ts';

/** Fields that a block or an action writes, with what it writes. */
export function ValuesEditor({ editing, block, setting, fields, value, onChange }: SettingProps<'values'>) {
  return (
    <FieldValues
      at={{ editing, page: block.page }}
      label={setting.label}
      fields={fields.filter(isWritten)}
      values={(value ?? {}) as unknown as Values}
      onChange={(next) => onChange(Object.keys(next).length === 0 ? null : (next as unknown as Json))}
    />
  );
}
