import type { UserSettingKey, UserSettings } from '@weft/protocol';
import { FormField, SearchSelect, Select } from '@weft/ui';
import { useState } from 'react';
import type { Me } from '../../api.ts';
import { dayIn, formatsOf, momentIn } from '../../shell/moment-format.ts';
import { saveUserSetting } from '../../shell/save-user-setting.ts';

type DateFormat = NonNullable<UserSettings['dateFormat']>;
type TimeFormat = NonNullable<UserSettings['timeFormat']>;

/** The default of a select that has one. */
export const usual = 'usual';

const dateLabels: { readonly [F in DateFormat]: string } = {
  us: 'MM/DD/YYYY',
  european: 'DD/MM/YYYY',
  iso: 'YYYY-MM-DD',
  long: 'Month D, YYYY',
  local: 'As this device writes dates',
};
const timeLabels: { readonly [F in TimeFormat]: string } = { '12h': '12 hours', '24h': '24 hours' };

const optionsOf = <T extends string>(labels: { readonly [V in T]: string }) =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));
export const dateOptions = optionsOf(dateLabels);
export const timeOptions = optionsOf(timeLabels);

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** How dates and times are written for a person, and in which zone. */
export function FormatsForm({ me }: { readonly me: Me }) {
  const { settings, organization } = me;
  // What was chosen stands at once; the answer confirms it, or brings back what was.
  const [chosen, setChosen] = useState<UserSettings>({});
  const shown = { ...settings, ...chosen };
  const choose = async <K extends UserSettingKey>(key: K, value: UserSettings[K] | undefined) => {
    setChosen((before) => ({ ...before, [key]: value }));
    await saveUserSetting(key, value);
    setChosen(({ [key]: _, ...rest }) => rest as UserSettings);
  };
  const ofOrganization = formatsOf({}, organization.settings);
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = new Date().toISOString();
  return (
    <div className="flex flex-col gap-4">
      <FormField label="Time zone">
        {(control) => (
          <SearchSelect
            id={control.id}
            label="Time zone"
            value={shown.timezone ?? usual}
            onChange={(zone) => void choose('timezone', zone === usual ? undefined : zone)}
            options={[
              { value: usual, label: `This device’s (${device})` },
              ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
            ]}
          />
        )}
      </FormField>
      <FormField label="Dates">
        {(control) => (
          <Select<DateFormat | typeof usual>
            id={control.id}
            label="Dates"
            value={shown.dateFormat ?? usual}
            onChange={(format) => void choose('dateFormat', format === usual ? undefined : format)}
            options={[
              { value: usual, label: `Usual: ${dateLabels[ofOrganization.dateFormat]}` },
              ...dateOptions.map((option) => ({
                ...option,
                hint: dayIn(formatsOf({ ...shown, dateFormat: option.value }, {}), now),
              })),
            ]}
          />
        )}
      </FormField>
      <FormField label="Times" hint={`Now: ${momentIn(formatsOf(shown, organization.settings), now)}`}>
        {(control) => (
          <Select<TimeFormat | typeof usual>
            id={control.id}
            label="Times"
            value={shown.timeFormat ?? usual}
            onChange={(format) => void choose('timeFormat', format === usual ? undefined : format)}
            options={[
              { value: usual, label: `Usual: ${timeLabels[ofOrganization.timeFormat]}` },
              ...timeOptions,
            ]}
          />
        )}
      </FormField>
    </div>
  );
}
