import { useQuery } from '@tanstack/react-query';
import { Badge, Icon, ProgressBar } from '@weft/ui';
import { ChartNoAxesColumn } from 'lucide-react';
import { flowIcon } from '../../shell/flow-icons.ts';
import { Moment } from '../../shell/Moment.tsx';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { type FlowUsage, usageQuery } from './account-calls.ts';
import { Listing } from './Listing.tsx';
import { aiText, bytesText, countText } from './usage-text.ts';

function FlowRow({ flow }: { readonly flow: FlowUsage }) {
  const { name, trashed, records, files, bytes } = flow;
  return (
    <>
      <Icon of={flowIcon(flow)} size={20} className="text-text-subtle" />
      <p className="min-w-0 flex-1 font-medium text-base">
        <span className="wrap-anywhere">{name}</span> {trashed && <Badge>In the trash</Badge>}
      </p>
      <p className="shrink-0 text-end text-small text-text-muted tabular-nums">
        <span className="block">{records === null ? 'Not counted yet' : countText(records, 'record')}</span>
        {files > 0 && <span className="block">{`${countText(files, 'file')}, ${bytesText(bytes)}`}</span>}
      </p>
    </>
  );
}

interface ShareProps {
  readonly label: string;
  readonly used: number;
  readonly max: number;
  readonly text: (amount: number) => string;
}

/** How much of a limit is used. */
function Share({ label, used, max, text }: ShareProps) {
  return (
    <div>
      <p className="mb-1.5 text-base tabular-nums">{`${text(used)} of ${text(max)}`}</p>
      <ProgressBar label={label} value={Math.min(used / max, 1)} />
    </div>
  );
}

/** How much the organization keeps, and where. */
export function UsageSection() {
  const { data, error, refetch } = useQuery(usageQuery);
  return (
    <>
      {data !== undefined && (
        <>
          <SettingRow
            title="Records"
            hint={
              data.countedAt === null ? (
                'They are counted twice an hour.'
              ) : (
                <>
                  Counted <Moment at={data.countedAt} inside />.
                </>
              )
            }
          >
            <p className="text-base tabular-nums">
              {data.countedAt === null ? 'Not counted yet' : countText(data.records, 'record')}
            </p>
          </SettingRow>
          <SettingRow title="Files" hint="Attachments, uploads and pictures, those of the trash too.">
            <div className="flex flex-col gap-4">
              <Share label="Storage used" used={data.bytes} max={data.maxBytes} text={bytesText} />
              <Share
                label="Files used"
                used={data.files}
                max={data.maxFiles}
                text={(count) => countText(count, 'file')}
              />
            </div>
          </SettingRow>
          {data.ai !== null && (
            <SettingRow
              title="AI"
              hint="What this organization asked the server’s language model this month."
            >
              <p className="text-base tabular-nums">{aiText(data.ai)}</p>
            </SettingRow>
          )}
        </>
      )}
      <h2 className="mt-2 mb-3 font-semibold text-body">
        Items{' '}
        <span className="ms-1 font-normal text-small text-text-subtle">
          {data !== undefined && data.flows.length < data.flowCount
            ? `The ${data.flows.length} largest of ${data.flowCount.toLocaleString()}`
            : data?.flowCount}
        </span>
      </h2>
      <Listing
        label="Items"
        items={data?.flows}
        error={error}
        onRetry={() => void refetch()}
        empty={{ icon: ChartNoAxesColumn, title: 'Nothing yet', text: 'What people create is counted here.' }}
        keyOf={({ id }) => id}
        row={(flow) => <FlowRow flow={flow} />}
      />
    </>
  );
}
