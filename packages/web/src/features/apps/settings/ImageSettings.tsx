import { FormField } from '@weft/ui';
import { SettingRow } from '../../../shell/SettingRow.tsx';
import { AppImage } from '../AppImage.tsx';
import type { SettingsProps } from './settings-props.ts';

const images = [
  { key: 'logo', label: 'Logo', noun: 'the logo', hint: 'Beside the name, at the top of every page.' },
  { key: 'favicon', label: 'Icon', noun: 'the icon', hint: 'In the tab of the browser. Square is best.' },
] as const;

/** The images that stand for the app. */
export function ImageSettings({ session, state, editing: { set } }: SettingsProps) {
  const { props } = state.content;
  return (
    <SettingRow title="Logo and icon" hint="Without them the first letter of the name stands there.">
      <div className="flex flex-col gap-4">
        {images.map(({ key, label, noun, hint }) => (
          <FormField key={key} label={label} hint={hint}>
            {() => (
              <AppImage
                isSmall
                flowId={session.flowId}
                image={typeof props[key] === 'string' ? props[key] : undefined}
                noun={noun}
                onChange={(image) => set(null, key, image)}
              />
            )}
          </FormField>
        ))}
      </div>
    </SettingRow>
  );
}
