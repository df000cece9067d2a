import type { Setting } from '@weft/apps';
import { ActionEditor } from './ActionEditor.tsx';
import { PlainSetting } from './PlainSetting.tsx';
import type { SettingProps } from './setting-host.ts';

/** The control of a setting of a block. */
export function SettingControl(props: SettingProps) {
  if (props.setting.kind === 'action') return <ActionEditor {...(props as SettingProps<'action'>)} />;
  return <PlainSetting {...(props as SettingProps<Exclude<Setting['kind'], 'action'>>)} />;
}
