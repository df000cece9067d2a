import { useQuery } from '@tanstack/react-query';
import { usersEmailTypes } from '@weft/protocol';
import { FormField, Select, Skeleton } from '@weft/ui';
import { errorText } from '../../error-text.ts';
import { RetryBanner } from '../../shell/RetryBanner.tsx';
import { airtableBaseQuery, airtablePreviewQuery } from '../import/airtable/airtable-queries.ts';

/** The table of the people who sign in, and the field of their addresses, by their ids at Airtable. */
export interface ChosenUsers {
  readonly tableId: string;
  /** Empty: it is not chosen yet. */
  readonly emailFieldId: string;
}

interface UsersOfBaseProps {
  readonly serviceId: string;
  readonly baseId: string;
  /** Null: nobody signs in by this base. */
  readonly users: ChosenUsers | null;
  readonly onChange: (users: ChosenUsers | null) => void;
}

const nobody = '';

/** Chooses who signs in to the app: a table of the base, and its field of addresses. */
export function UsersOfBase({ serviceId, baseId, users, onChange }: UsersOfBaseProps) {
  const { data: tables } = useQuery(airtableBaseQuery(serviceId, baseId));
  if (tables === undefined) return null;
  return (
    <div className="flex flex-col gap-4">
      <FormField label="Users table" hint="The people who sign in to the app. It can be chosen later, too.">
        {({ id }) => (
          <Select
            id={id}
            label="Users table"
            value={users?.tableId ?? nobody}
            options={[
              { value: nobody, label: 'Nobody signs in' },
              ...tables.map((table) => ({ value: table.id, label: table.name })),
            ]}
            onChange={(tableId) => onChange(tableId === nobody ? null : { tableId, emailFieldId: '' })}
          />
        )}
      </FormField>
      {users !== null && <EmailField key={users.tableId} {...{ serviceId, baseId, users, onChange }} />}
    </div>
  );
}

function EmailField(props: UsersOfBaseProps & { readonly users: ChosenUsers }) {
  const { serviceId, baseId, users, onChange } = props;
  const { data, error, refetch } = useQuery(airtablePreviewQuery(serviceId, baseId, users.tableId));
  if (error !== null && data === undefined)
    return (
      <RetryBanner tone="danger" onRetry={() => void refetch()}>
        {errorText(error)}
      </RetryBanner>
    );
  if (data === undefined) return <Skeleton className="h-13" />;
  const fields = data.importedFields.filter(({ sourceFieldType }) =>
    usersEmailTypes.includes(sourceFieldType),
  );
  return (
    <FormField
      label="Email field"
      error={
        fields.length === 0 ? 'No field of this table can hold addresses: choose another table' : undefined
      }
    >
      {({ id }) => (
        <Select
          id={id}
          label="Email field"
          placeholder="Choose the field of their addresses"
          value={users.emailFieldId}
          options={fields.map((field) => ({ value: field.sourceFieldId, label: field.fieldName }))}
          onChange={(emailFieldId) => onChange({ ...users, emailFieldId })}
        />
      )}
    </FormField>
  );
}
