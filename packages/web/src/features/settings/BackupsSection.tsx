import { useQuery } from '@tanstack/react-query';
import { Banner, Button, Icon, ProgressBar, toast } from '@weft/ui';
import { Archive, Download } from 'lucide-react';
import { queryClient } from '../../queries.ts';
import { Moment } from '../../shell/Moment.tsx';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { type Backup, backups, backupsQuery } from './account-calls.ts';
import { ConfirmButton } from './ConfirmButton.tsx';
import { Listing } from './Listing.tsx';
import { bytesText } from './usage-text.ts';

function BackupRow({ backup: { name, bytes, madeAt } }: { readonly backup: Backup }) {
  const remove = async () => {
    await backups.remove(name);
    await queryClient.invalidateQueries(backupsQuery);
    toast('The backup was deleted');
  };
  return (
    <div className="flex flex-1 flex-wrap items-center gap-x-3 gap-y-2">
      <Icon of={Archive} size={20} className="text-text-subtle" />
      <div className="min-w-45 flex-1">
        <p className="break-all font-medium text-base">{name}</p>
        <p className="text-small text-text-muted">
          <Moment at={madeAt} /> · {bytesText(bytes)}
        </p>
      </div>
      <a
        href={`/v1/backups/${encodeURIComponent(name)}`}
        download
        className="flex h-8 items-center gap-1.5 rounded-md px-2.5 font-medium text-base hover:bg-hover pointer-coarse:h-11"
        aria-label={`Download ${name}`}
      >
        <Icon of={Download} />
        Download
      </a>
      <ConfirmButton
        label="Delete"
        of={name}
        title="Delete this backup?"
        confirm="Delete backup"
        confirming="Deleting"
        onConfirm={remove}
      >
        {`${name} is removed from the server. What was downloaded stays.`}
      </ConfirmButton>
    </div>
  );
}

/** Backups of the whole server, for the person who runs it. */
export function BackupsSection() {
  const { data, error, refetch } = useQuery(backupsQuery);
  const { busy, error: refused, submit } = useSubmission();
  const running = data?.running ?? null;
  const make = () =>
    submit(async () => {
      await backups.make();
      await queryClient.invalidateQueries(backupsQuery);
    });
  const newest = data?.backups[0]?.name ?? 'weft-….weft';
  return (
    <>
      <SettingRow
        title="Backups"
        hint="Everything of everybody in one file, as it is at one moment. Everybody goes on working meanwhile."
      >
        <div className="flex flex-col items-start gap-3">
          {refused !== null && <Banner tone="danger">{refused}</Banner>}
          {data?.fault != null && running === null && (
            <Banner tone="danger">{`The last backup was not made: ${data.fault}`}</Banner>
          )}
          <Button variant="primary" loading={busy || running !== null} onClick={() => void make()}>
            {running !== null ? 'Making a backup' : 'Make a backup'}
          </Button>
          {running !== null && (
            <div className="w-full" role="status">
              <ProgressBar label="Backup" value={null} />
              <p className="mt-1.5 text-small text-text-muted">
                {running.progress ?? 'Reading the database…'}
              </p>
            </div>
          )}
        </div>
      </SettingRow>
      <Listing
        label="Backups"
        items={data?.backups}
        error={error}
        onRetry={() => void refetch()}
        empty={{ icon: Archive, title: 'No backups yet', text: 'The first one you make stands here.' }}
        keyOf={({ name }) => name}
        row={(backup) => <BackupRow backup={backup} />}
      />
      <div className="mt-6">
        <SettingRow
          title="Restore"
          hint="On the server's own machine: whoever works would lose what they do meanwhile."
        >
          <ol className="flex list-decimal flex-col gap-2 ps-5 text-base text-text-muted">
            <li>Stop the server. No backup holds its secret: keep a copy of that elsewhere.</li>
            <li>
              Look whether the file is whole:
              <code className="mt-1 block break-all font-mono text-small text-text">
                {`npm run restore -- ${data?.folder ?? '…'}/${newest} --check`}
              </code>
            </li>
            <li>
              Put it in the place of what is there now:
              <code className="mt-1 block break-all font-mono text-small text-text">
                {`npm run restore -- ${data?.folder ?? '…'}/${newest} --replace`}
              </code>
            </li>
            <li>Start the server.</li>
          </ol>
        </SettingRow>
      </div>
    </>
  );
}
