import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Banner, Button } from '@weft/ui';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { rpc } from '../../../rpc.ts';
import { Moment } from '../../../shell/Moment.tsx';
import { useSubmission } from '../../../shell/use-submission.ts';
import { sourceQuery } from '../../connect-database/source-query.ts';

/** Milliseconds between two looks, while it is read again and otherwise. */
const pollEvery = { reading: 1_000, resting: 15_000 };

/** What is said where the base or the spreadsheet itself is not there. */
const isMissing = (fault: string): boolean => fault.startsWith('Missing or unknown ');

interface FreshnessProps {
  readonly flowId: string;
  readonly baseId: string;
}

/** Where the records of a connected database are, and how fresh they are here. */
export function Freshness({ flowId, baseId }: FreshnessProps) {
  const [asked, setAsked] = useState<string | null>(null);
  const cache = useQueryClient();
  const query = sourceQuery(flowId, baseId);
  const { data } = useQuery({
    ...query,
    refetchInterval: ({ state }) =>
      asked !== null && state.data?.readAt === asked && state.data.fault === null
        ? pollEvery.reading
        : pollEvery.resting,
  });
  const { busy, submit } = useSubmission({ toasts: true });
  if (data == null) return null;
  const isReading = asked !== null && data.readAt === asked && data.fault === null;
  const readAgain = () =>
    submit(async () => {
      setAsked(data.readAt);
      const { source } = await rpc.call('apps.refreshSource', { flowId, baseId });
      // What went wrong last is told again only when it does again.
      cache.setQueryData(query.queryKey, source && { ...source, fault: null });
    });
  return (
    <div className="flex flex-col gap-3 border-b py-4">
      <div className="flex items-center gap-3 max-sm:flex-wrap">
        <p className="min-w-0 flex-1 text-base text-text-muted" role="status">
          Connected to {data.service === 'airtable' ? 'Airtable' : 'Google Sheets'}, where its records are
          kept.{' '}
          {data.readAt !== null && (
            <>
              Read <Moment at={data.readAt} inside />
              {data.records !== null && `: ${data.records.toLocaleString('en')} records`}.
            </>
          )}
        </p>
        <Button size="sm" icon={RefreshCw} loading={busy || isReading} onClick={() => void readAgain()}>
          Read again
        </Button>
      </div>
      {data.fault !== null && (
        <Banner
          tone="warning"
          action={
            data.serviceId !== null && (
              <Link
                to={paths.editConnection(data.serviceId)}
                className="font-medium text-small underline hover:no-underline"
              >
                Reconnect
              </Link>
            )
          }
        >
          {isMissing(data.fault) ? (
            <>
              <strong className="block font-semibold">{data.fault}</strong>
              The app shows what was read of it last.
            </>
          ) : (
            <>It could not be read last: {data.fault}</>
          )}
        </Banner>
      )}
    </div>
  );
}
