import { type DateFormat, type DateTemplate, dateFormats } from '@weft/core';
import { useMemo } from 'react';
import { FormField } from '../../primitives/FormField.tsx';
import { SegmentedControl } from '../../primitives/SegmentedControl.tsx';
import { Select } from '../../primitives/Select.tsx';
import { Switch } from '../../primitives/Switch.tsx';
import { SearchSelect } from '../SearchSelect.tsx';

const formatLabels: { readonly [F in DateFormat]: string } = {
  us: 'US (11/28/2026)',
  european: 'European (28/11/2026)',
  iso: 'ISO (2026-11-28)',
  long: 'Long (November 28, 2026)',
  local: 'Local',
};

const readersOwn = 'reader';

/** Asked for when they are shown: some four hundred names. */
const zonesWith = (chosen: string | undefined) => [
  { value: readersOwn, label: 'Each reader’s own' },
  ...[
    ...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(chosen === undefined ? [] : [chosen])]),
  ].map((value) => ({ value, label: value.replaceAll('_', ' ') })),
];

function ZoneSelect({
  id,
  zone,
  onChange,
}: {
  readonly id: string;
  readonly zone: string | undefined;
  readonly onChange: (zone: string | undefined) => void;
}) {
  const zones = useMemo(() => zonesWith(zone), [zone]);
  return (
    <SearchSelect
      id={id}
      label="Time zone"
      value={zone ?? readersOwn}
      options={zones}
      onChange={(chosen) => onChange(chosen === readersOwn ? undefined : chosen)}
    />
  );
}

export interface DateSettingsProps {
  readonly template: DateTemplate;
  readonly onChange: (template: DateTemplate) => void;
}

/** How a moment is written. */
function Settings({ template, onChange, timed }: DateSettingsProps & { readonly timed: boolean }) {
  const { timezone, ...withoutZone } = template;
  return (
    <>
      <FormField label="Date format">
        {({ id }) => (
          <Select
            id={id}
            label="Date format"
            value={template.dateFormat}
            options={dateFormats.map((value) => ({ value, label: formatLabels[value] }))}
            onChange={(dateFormat) => onChange({ ...template, dateFormat })}
          />
        )}
      </FormField>
      {!timed && (
        <Switch
          label="Include time"
          checked={template.displayTime}
          onChange={(displayTime) => onChange({ ...template, displayTime })}
        />
      )}
      {template.displayTime && (
        <>
          <FormField label="Time format">
            {() => (
              <SegmentedControl
                label="Time format"
                value={template.timeFormat}
                segments={[
                  { value: '12h', label: '12 hour' },
                  { value: '24h', label: '24 hour' },
                ]}
                onChange={(timeFormat) => onChange({ ...template, timeFormat })}
              />
            )}
          </FormField>
          <Switch
            label="Show time zone"
            checked={template.displayTimeZone}
            onChange={(displayTimeZone) => onChange({ ...template, displayTimeZone })}
          />
          {template.displayTimeZone && (
            <FormField label="Time zone">
              {({ id }) => (
                <ZoneSelect
                  id={id}
                  zone={timezone}
                  onChange={(zone) =>
                    onChange(zone === undefined ? withoutZone : { ...withoutZone, timezone: zone })
                  }
                />
              )}
            </FormField>
          )}
        </>
      )}
    </>
  );
}

export const DateSettings = (props: DateSettingsProps) => <Settings {...props} timed={false} />;
export const DatetimeSettings = (props: DateSettingsProps) => <Settings {...props} timed />;
