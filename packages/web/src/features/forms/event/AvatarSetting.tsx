import { type AvatarType, longestAvatarTitle } from '@weft/forms';
import { FormField, Select, TextInput } from '@weft/ui';
import { ImagePicker } from '../ImagePicker.tsx';
import { type EventPartProps, useEventProp } from './event-part.ts';

const options: readonly { readonly value: AvatarType; readonly label: string }[] = [
  { value: 'hosts', label: 'The hosts' },
  { value: 'custom', label: 'A picture and title of its own' },
  { value: 'none', label: 'Nothing' },
];

/** What stands above the title of a booking page. */
export function AvatarSetting({ session, content, event }: EventPartProps) {
  const set = useEventProp({ session, content });
  const { avatarType, customAvatarTitle, customAvatarImageUrl } = event;
  return (
    <>
      <FormField label="Above the title">
        {(control) => (
          <Select
            {...control}
            label="Above the title"
            value={avatarType}
            options={options}
            onChange={(value) => set('avatarType', value === 'hosts' ? null : value)}
          />
        )}
      </FormField>
      {avatarType === 'custom' && (
        <>
          <FormField label="Beside the picture" hint="Without a picture, its initials stand there.">
            {(control) => (
              <TextInput
                {...control}
                value={customAvatarTitle}
                maxLength={longestAvatarTitle}
                autoComplete="off"
                onChange={({ target }) =>
                  set('customAvatarTitle', target.value === '' ? null : target.value, true)
                }
              />
            )}
          </FormField>
          <ImagePicker
            flowId={session.flowId}
            image={customAvatarImageUrl}
            noun="the picture"
            isSmall
            onChange={(image) => set('customAvatarImageUrl', image)}
          />
        </>
      )}
    </>
  );
}
