import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ServiceList } from '@weft/forms';
import { Banner, Button, FormField, Select, Skeleton } from '@weft/ui';
import { useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { paths } from '../../../paths.ts';
import { catalogueQuery, connectionsQuery, fieldsQuery } from '../../integrations/integration-queries.ts';
import { TargetSteps } from '../../integrations/TargetSteps.tsx';
import { isComplete } from '../../integrations/target-step.ts';

interface ServiceListSettingProps {
  readonly list: ServiceList | null;
  readonly onChange: (list: ServiceList) => void;
}

/** The field of a connected service whose values are offered: an account, the steps to it, and the field. */
export function ServiceListSetting({ list, onChange }: ServiceListSettingProps) {
  const catalogue = useQuery(catalogueQuery);
  const connections = useQuery(connectionsQuery);
  const [serviceId, setServiceId] = useState(list?.serviceId ?? '');
  const [settings, setSettings] = useState(list?.settings ?? {});
  const readable = (catalogue.data ?? []).filter(({ readsChoices }) => readsChoices);
  const offered = (connections.data ?? []).filter(({ type }) => readable.some((one) => one.type === type));
  const connection = offered.find(({ id }) => id === serviceId);
  const entry = readable.find(({ type }) => type === connection?.type);
  const isReady = entry !== undefined && isComplete(entry, settings);
  const fields = useQuery({ ...fieldsQuery(serviceId, settings), enabled: isReady });
  const failed = [catalogue, connections].find(({ error, data }) => error !== null && data === undefined);
  if (failed !== undefined)
    return (
      <Banner tone="danger" action={<Button onClick={() => void failed.refetch()}>Try again</Button>}>
        {errorText(failed.error)}
      </Banner>
    );
  if (catalogue.data === undefined || connections.data === undefined) return <Skeleton className="h-16" />;
  if (offered.length === 0)
    return (
      <p className="text-base text-text-muted">
        Connect {readable.map(({ label }) => label).join(' or ')} first, on the page of{' '}
        <Link to={paths.integrations} className="underline hover:no-underline">
          integrations
        </Link>
        .
      </p>
    );
  const chosen = list !== null && list.serviceId === serviceId ? list.field.id : '';
  return (
    <div className="flex flex-col gap-3">
      <FormField label="Account">
        {({ id }) => (
          <Select
            id={id}
            label="Account"
            placeholder="Choose an account"
            value={connection?.id ?? ''}
            options={offered.map(({ id: value, name, accountLabel }) => ({
              ...{ value, label: name, hint: accountLabel ?? undefined },
            }))}
            onChange={(next) => {
              setServiceId(next);
              setSettings({});
            }}
          />
        )}
      </FormField>
      {connection?.state === 'failing' && connection.lastError !== null && (
        <Banner tone="warning">{connection.lastError}. What was read last is offered on.</Banner>
      )}
      {entry !== undefined && (
        <TargetSteps
          entry={{ ...entry, targets: entry.targets.filter(({ optional }) => !optional) }}
          serviceId={serviceId}
          picksFiles={false}
          settings={settings}
          onChange={setSettings}
        />
      )}
      {isReady && fields.error !== null && fields.data === undefined && (
        <Banner tone="danger" action={<Button onClick={() => void fields.refetch()}>Try again</Button>}>
          {errorText(fields.error)}
        </Banner>
      )}
      {isReady && fields.data === undefined && fields.error === null && <Skeleton className="h-8" />}
      {fields.data !== undefined && entry !== undefined && (
        <FormField label="Field" hint="Each of its values is offered once, at most 1,000.">
          {({ id }) => (
            <Select
              id={id}
              label="Field"
              placeholder="Choose a field"
              value={chosen}
              options={fields.data.map((field) => ({ value: field.id, label: field.name }))}
              onChange={(fieldId) => {
                const field = fields.data.find((one) => one.id === fieldId);
                if (field !== undefined)
                  onChange({
                    ...{ serviceId, serviceType: entry.type, settings },
                    field: { id: field.id, name: field.name },
                  });
              }}
            />
          )}
        </FormField>
      )}
      <Banner tone="warning">
        Whoever opens the form can read these values. They are read again every few minutes; while the service
        is away, those that were read last are offered.
      </Banner>
    </div>
  );
}
