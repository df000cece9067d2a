import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type AvailabilityConfig, type Holiday, keptHolidays } from '@weft/scheduling';
import { Checkbox, FormField, SearchSelect } from '@weft/ui';
import { LoadedPart } from '../../shell/LoadedPart.tsx';
import { dayIn } from '../../shell/moment-format.ts';
import { useMomentFormats } from '../../shell/use-moment-formats.ts';
import { holidaysQuery } from './availability-calls.ts';

const nobody = 'none';
const whole = 'all';

type Chosen = AvailabilityConfig['publicHolidays'];

const useHolidays = (chosen: Chosen) =>
  useQuery({
    ...holidaysQuery(chosen?.country, chosen?.region),
    placeholderData: keepPreviousData,
  });

/** The dates that are closed by what is chosen; none while they are not known. */
export function useKeptHolidays(chosen: Chosen): readonly string[] {
  const { data } = useQuery({ ...holidaysQuery(chosen?.country, chosen?.region), enabled: !!chosen });
  return !chosen || data === undefined ? [] : keptHolidays(data.days, chosen);
}

/** The holidays of the next twelve months, each day in lieu with the one it stands for. */
function coming(days: readonly Holiday[], today: string): readonly (readonly [string, readonly string[]])[] {
  const last = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  const next = days.filter(({ date }) => date >= today && date < last);
  return [...Map.groupBy(next, ({ name }) => name)].map(([name, all]) => [name, all.map(({ date }) => date)]);
}

interface PublicHolidaysProps {
  readonly config: AvailabilityConfig;
  readonly onChange: (config: AvailabilityConfig) => void;
}

/** Whose public holidays are kept, and which of them are not. */
export function PublicHolidays({ config, onChange }: PublicHolidaysProps) {
  const formats = useMomentFormats();
  const chosen = config.publicHolidays ?? null;
  const query = useHolidays(chosen);
  const choose = (publicHolidays: Chosen) => onChange({ ...config, publicHolidays });
  const keep = (name: string, on: boolean) => {
    if (chosen === null) return;
    const others = chosen.except.filter((one) => one !== name);
    choose({ ...chosen, except: on ? others : [...others, name] });
  };
  return (
    <section aria-label="Public holidays" className="flex flex-col gap-3">
      <h3 className="font-semibold text-body">Public holidays</h3>
      <LoadedPart query={query} things="the holidays" places={['h-10']}>
        {({ countries, regions, days }) => (
          <>
            <SearchSelect
              label="Country whose holidays are kept"
              value={chosen?.country ?? nobody}
              options={[
                { value: nobody, label: 'None' },
                ...countries.map(({ code, name }) => ({ value: code, label: name })),
              ]}
              onChange={(country) => choose(country === nobody ? null : { country, region: '', except: [] })}
            />
            {chosen !== null && regions.length > 0 && (
              <FormField label="Region">
                {(control) => (
                  <SearchSelect
                    id={control.id}
                    label="Region"
                    value={chosen.region === '' ? whole : chosen.region}
                    options={[
                      { value: whole, label: 'Holidays of the whole country' },
                      ...regions.map(({ code, name }) => ({ value: code, label: name })),
                    ]}
                    onChange={(region) => choose({ ...chosen, region: region === whole ? '' : region })}
                  />
                )}
              </FormField>
            )}
            {chosen !== null && (
              <ul aria-label="Holidays of the next twelve months" className="flex flex-col gap-1">
                {coming(days, new Date().toISOString().slice(0, 10)).map(([name, dates]) => (
                  <li key={name} className="flex items-start gap-2 text-base">
                    <Checkbox
                      ariaLabel={`Closed on ${name}`}
                      checked={!chosen.except.includes(name)}
                      onChange={(on) => keep(name, on)}
                    />
                    <span className="min-w-0 flex-1">{name}</span>
                    <span className="text-end text-text-muted">
                      {dates.map((date) => dayIn({ ...formats, timeZone: 'UTC' }, date)).join(', ')}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </LoadedPart>
    </section>
  );
}
