import { useQuery } from '@tanstack/react-query';
import { Button, FormField, Select, TextInput } from '@weft/ui';
import { call } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { useDebounced } from '../../shell/use-debounced.ts';
import type { ConfigField } from './integration-queries.ts';

/** Milliseconds after the last key until the service is asked. */
const askingPause = 500;

interface TwilioNumberProps {
  readonly field: ConfigField;
  readonly values: { readonly [key: string]: string | number | boolean };
  /** Secret settings are stored already, and are not known here. */
  readonly known: boolean;
  readonly onChange: (value: string) => void;
}

/** A phone number: what can be chosen is asked of the service once the settings before it are filled in. */
export function TwilioNumber({ field, values, known, onChange }: TwilioNumberProps) {
  const filled = field.offeredAfter.map((key) => String(values[key] ?? '').trim());
  const [accountSid = '', authToken = ''] = useDebounced(filled.join('\n'), askingPause).split('\n');
  const isAsked = accountSid !== '' && authToken !== '';
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['offered-settings', field.key, accountSid, authToken],
    enabled: isAsked,
    gcTime: 0,
    retry: false,
    queryFn: async () =>
      (await call('POST /v1/admin/services/twilio/phoneNumbers', { body: { accountSid, authToken } }))
        .phoneNumbers,
  });
  const value = String(values[field.key] ?? '');
  const numbers = data ?? [];
  const options = [...new Set([...(value === '' ? [] : [value]), ...numbers])];
  const told = isFetching
    ? 'Checking credentials...'
    : data !== undefined && numbers.length === 0
      ? 'This account has no phone number yet.'
      : isAsked || known
        ? (field.hint ?? undefined)
        : 'Fill in what is above: the numbers are then listed here.';
  const failed = isFetching ? null : error;
  const control = (
    <FormField label={field.label} hint={told} error={failed === null ? null : errorText(failed)}>
      {(part) =>
        options.length > 0 ? (
          <Select
            id={part.id}
            label={field.label}
            value={value}
            options={[
              ...(value === '' ? [{ value: '', label: 'Choose a number' }] : []),
              ...options.map((number) => ({ value: number, label: number })),
            ]}
            onChange={onChange}
          />
        ) : (
          <TextInput {...part} disabled value="" onChange={() => {}} />
        )
      }
    </FormField>
  );
  return (
    <div>
      {control}
      {failed !== null && (
        <Button size="sm" className="mt-2" onClick={() => void refetch()}>
          Try again
        </Button>
      )}
    </div>
  );
}
