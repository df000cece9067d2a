import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button, ProgressBar, toast } from '@weft/ui';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api.ts';
import { errorText } from '../../../error-text.ts';
import { paths } from '../../../paths.ts';
import {
  type FlowJob,
  flowJobsQuery,
  isUnderWay,
  notificationsQuery,
  queryClient,
} from '../../../queries.ts';
import { saveFrom } from '../../../transfers.ts';
import { settle } from '../flow-moves.ts';
import { cancelledText, doneText, failureText, progressText } from './flow-job-text.ts';
import { countUnderWay, isOwn } from './follow-flow-job.ts';

function Job({ job }: { readonly job: FlowJob }) {
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await call('DELETE /v1/flow-jobs/:jobId', { path: { jobId: job.id } });
    } catch (error) {
      toast(errorText(error), { tone: 'error' });
      setBusy(false);
    }
    void queryClient.invalidateQueries(flowJobsQuery);
  };
  const text = progressText(job);
  return (
    <li className="flex items-center gap-3 border-line-subtle border-b px-8 py-2 max-sm:px-4">
      <div className="min-w-0 flex-1">
        <p className="mb-1.5 truncate text-base tabular-nums">{text}</p>
        <ProgressBar label={text} value={job.state === 'waiting' ? null : job.share} />
      </div>
      <Button size="sm" loading={busy} aria-label={`Cancel: ${text}`} onClick={() => void cancel()}>
        Cancel
      </Button>
    </li>
  );
}

/** Says once what came of each job that was seen under way. */
function useEndings(jobs: readonly FlowJob[] | undefined): void {
  const navigate = useNavigate();
  const seen = useRef(new Set<string>());
  const tell = useRef((_job: FlowJob) => {});
  tell.current = (job) => {
    const { flow, downloadUrl } = job;
    if (job.state === 'failed') {
      toast(failureText(job), { tone: 'error' });
      void queryClient.invalidateQueries(notificationsQuery);
    } else if (job.state === 'cancelled') toast(cancelledText(job));
    else if (downloadUrl !== null) {
      if (isOwn(job)) saveFrom(downloadUrl);
      toast(doneText(job), { action: { label: 'Download', onSelect: () => saveFrom(downloadUrl) } });
    } else {
      settle();
      const open = flow && { label: 'Open', onSelect: () => void navigate({ to: paths.flow(flow) }) };
      toast(doneText(job), open === null ? {} : { action: open });
    }
  };
  useEffect(() => {
    if (jobs === undefined) return;
    for (const job of jobs) {
      if (isUnderWay(job)) seen.current.add(job.id);
      else if (seen.current.delete(job.id)) tell.current(job);
    }
    countUnderWay();
  }, [jobs]);
}

/** Duplicates, imports and exports that are under way, above what home lists. */
export function FlowJobs() {
  const { data } = useQuery(flowJobsQuery);
  useEndings(data?.jobs);
  const jobs = data?.jobs.filter(isUnderWay) ?? [];
  if (jobs.length === 0) return null;
  return (
    <ul aria-label="Under way">
      {jobs.map((job) => (
        <Job key={job.id} job={job} />
      ))}
    </ul>
  );
}
