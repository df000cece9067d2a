import { useQuery } from '@tanstack/react-query';
import { Icon } from '@weft/ui';
import { Building2, Sparkles } from 'lucide-react';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { aiUsageQuery } from './account-calls.ts';
import { Listing } from './Listing.tsx';
import { aiText } from './usage-text.ts';

/** The language model of the server and what each organization used of it, for the person who runs it. */
export function AiSection() {
  const { data, error, refetch } = useQuery(aiUsageQuery);
  return (
    <>
      {data !== undefined && (
        <SettingRow
          title="Language model"
          hint="Set with AI_BASE_URL, AI_API_KEY and AI_MODEL where the server is started."
        >
          <p className="wrap-anywhere text-base">
            {data.endpoint === null
              ? 'None is set up: nothing that needs one is offered.'
              : `${data.endpoint.model} at ${data.endpoint.host}`}
          </p>
        </SettingRow>
      )}
      <h2 className="mt-2 mb-3 font-semibold text-body">Used this month</h2>
      <Listing
        label="Used this month"
        items={data?.organizations}
        error={error}
        onRetry={() => void refetch()}
        empty={{
          icon: Sparkles,
          title: 'Nothing yet',
          text: 'What organizations ask the language model is counted here.',
        }}
        keyOf={({ organizationId }) => organizationId}
        row={({ name, ...used }) => (
          <>
            <Icon of={Building2} size={20} className="text-text-subtle" />
            <p className="min-w-0 flex-1">
              <span className="wrap-anywhere block font-medium text-base">{name}</span>
              <span className="block text-small text-text-muted tabular-nums">{aiText(used)}</span>
            </p>
          </>
        )}
      />
    </>
  );
}
