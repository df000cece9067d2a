import { pageThemes } from '@weft/documents';
import { FormField, Select, Textarea, TextInput } from '@weft/ui';
import { OwnDomain } from '../../../editor/OwnDomain.tsx';
import { ThemeChoice } from '../../../editor/ThemeChoice.tsx';
import { ThemeColors, ThemeShape } from '../../../editor/ThemeShape.tsx';
import { SettingRow } from '../../../shell/SettingRow.tsx';

import { AccessSettings } from './AccessSettings.tsx';
import { AddressSettings } from './AddressSettings.tsx';
import { ImageSettings } from './ImageSettings.tsx';
import type { SettingsProps } from './settings-props.ts';

/** Where the app is, who may open it, who its people are, and how it looks. */
export function SettingsTab(props: SettingsProps) {
  const { session, state } = props;
  return (
    <div className="flex-1 overflow-y-auto px-8 py-8 max-sm:px-4">
      <div className="mx-auto max-w-180">
        <p className="mb-6 text-base text-text-muted">
          Addresses act at once. Everything else is part of the draft, and is seen once you publish.
        </p>
        <AddressSettings key={state.customSubdomain} {...props} />
        <OwnDomain
          key={`domain ${state.domain?.domain}`}
          domain={state.domain}
          noun="app"
          sample="portal.example.com"
          onSet={(wanted) => session.setDomain(wanted)}
          onCheck={() => session.checkDomain()}
        />
        <AccessSettings {...props} />
        <ImageSettings {...props} />
        <LookSettings {...props} />
      </div>
    </div>
  );
}

function LookSettings({ session, state, editing: { set } }: SettingsProps) {
  const { content } = state;
  const { props } = content;
  const chosen = pageThemes.find(({ name }) => name === props.theme)?.name ?? null;
  const text = (key: string): string => (typeof props[key] === 'string' ? (props[key] as string) : '');
  return (
    <>
      <SettingRow title="Name and navigation" hint="The name stands at the top of every page.">
        <div className="flex max-w-80 flex-col gap-4">
          <FormField label="Name in the app">
            {(control) => (
              <TextInput
                {...control}
                value={text('title')}
                maxLength={255}
                autoComplete="off"
                onChange={({ target }) => set(null, 'title', target.value, { typed: true })}
              />
            )}
          </FormField>
          <FormField label="Navigation">
            {({ id }) => (
              <Select
                id={id}
                label="Navigation"
                value={props.navigation === 'side' ? 'side' : 'top'}
                options={[
                  { value: 'top', label: 'Across the top' },
                  { value: 'side', label: 'At the side' },
                ]}
                onChange={(navigation) => set(null, 'navigation', navigation)}
              />
            )}
          </FormField>
        </div>
      </SettingRow>
      <SettingRow title="Theme" hint="Without a theme the app is light or dark as each device wishes.">
        <ThemeChoice chosen={chosen} onChoose={(theme) => set(null, 'theme', theme)} />
      </SettingRow>
      <ThemeColors session={session} content={content} noun="app" />
      <ThemeShape session={session} content={content} />
      <SettingRow title="Search engines" hint="What they say of pages that everyone may open.">
        <div className="flex flex-col gap-4">
          <FormField label="Title">
            {(control) => (
              <TextInput
                {...control}
                value={text('seoTitle')}
                maxLength={255}
                autoComplete="off"
                placeholder={text('title')}
                onChange={({ target }) => set(null, 'seoTitle', target.value || null, { typed: true })}
              />
            )}
          </FormField>
          <FormField label="Description">
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                value={text('seoDescription')}
                maxLength={320}
                onChange={({ target }) => set(null, 'seoDescription', target.value || null, { typed: true })}
              />
            )}
          </FormField>
        </div>
      </SettingRow>
    </>
  );
}
