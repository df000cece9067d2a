import { FormField, TextInput } from '@weft/ui';
import { useState } from 'react';
import { CopyButton } from '../../../editor/CopyButton.tsx';
import { SaveOrDiscard } from '../../../editor/SaveOrDiscard.tsx';
import { SettingRow } from '../../../shell/SettingRow.tsx';
import { useSubmission } from '../../../shell/use-submission.ts';
import { appAddress } from '../app-address.ts';
import type { SettingsProps } from './settings-props.ts';

const isSubdomain = (text: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 63;

/** Where people open the app. */
export function AddressSettings({ session, state }: SettingsProps) {
  const { busy, error, submit } = useSubmission();
  const stored = state.customSubdomain ?? '';
  const [text, setText] = useState(stored);
  const { appsHost } = state;
  const address = appAddress(state);
  const fault =
    text === '' || isSubdomain(text) ? error : 'Write small letters and figures, with hyphens between words';
  return (
    <>
      <SettingRow
        title="Link"
        hint={
          state.published === null
            ? 'Publish the app, and it is here. Until then nobody can open it.'
            : 'Whoever has it can open the app; who sees what, its rules say.'
        }
      >
        <div className="flex flex-wrap gap-2">
          <TextInput
            readOnly
            className="min-w-0 flex-1"
            aria-label="Link"
            value={address}
            onFocus={(event) => event.target.select()}
          />
          <CopyButton text={address} label="Copy link" />
        </div>
      </SettingRow>
      {appsHost !== null && (
        <SettingRow
          title="Subdomain"
          hint={`The app is then at the root of a host of its own, such as portal.${appsHost}.`}
        >
          <FormField label="Subdomain" error={fault}>
            {(control) => (
              <TextInput
                {...control}
                className="max-w-80"
                autoComplete="off"
                spellCheck={false}
                maxLength={63}
                placeholder="portal"
                value={text}
                onChange={({ target }) => setText(target.value.trim().toLowerCase())}
              />
            )}
          </FormField>
          {text !== stored && (
            <SaveOrDiscard
              busy={busy}
              disabled={text !== '' && !isSubdomain(text)}
              onSave={() => void submit(() => session.setSubdomain(text === '' ? null : text))}
              onDiscard={() => setText(stored)}
            />
          )}
        </SettingRow>
      )}
    </>
  );
}
