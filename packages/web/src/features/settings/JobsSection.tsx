import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, SegmentedControl, toast } from '@weft/ui';
import { ListChecks, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Moment } from '../../shell/Moment.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { type Job, type JobState, jobCountsQuery, jobStates, jobsQuery, retryJob } from './account-calls.ts';
import { PagedListing } from './PagedListing.tsx';

const states: { readonly [S in JobState]: { readonly label: string; readonly empty: string } } = {
  failed: {
    label: 'Given up',
    empty: 'What could not be done after all its attempts appears here, with the reason.',
  },
  waiting: {
    label: 'Waiting',
    empty: 'Mails to send and other work of the server wait here for their turn.',
  },
  running: { label: 'Running', empty: 'What the server works on in the background appears here.' },
};

const attemptsText = (attempts: number): string => (attempts === 1 ? '1 attempt' : `${attempts} attempts`);

function JobRow({ job, onRetried }: { readonly job: Job; readonly onRetried: () => void }) {
  const { busy, submit } = useSubmission({ toasts: true });
  const isTriedAgain = job.state === 'waiting' && job.attempts > 0;
  const retry = () =>
    submit(async () => {
      await retryJob(job.id);
      toast('The job runs again');
      onRetried();
    });
  return (
    <>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium text-base">{job.label}</p>
        <p className="text-small text-text-muted">
          {isTriedAgain ? 'Next attempt ' : 'Since '}
          <Moment inside at={isTriedAgain ? job.runAt : job.createdAt} />
          {job.attempts > 0 && ` · ${attemptsText(job.attempts)}`}
        </p>
        {job.fault !== null && <p className="wrap-anywhere mt-1 text-danger-text text-small">{job.fault}</p>}
      </div>
      {job.state !== 'running' && (
        <Button
          icon={RotateCw}
          loading={busy}
          aria-label={`Try again: ${job.label}`}
          onClick={() => void retry()}
        >
          Try again
        </Button>
      )}
    </>
  );
}

/** The server's work in the background, for the person who runs it. */
export function JobsSection() {
  const [state, setState] = useState<JobState>('failed');
  const { data: counts } = useQuery(jobCountsQuery);
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['jobs'] });
  return (
    <>
      <h2 className="sr-only">Jobs</h2>
      <p className="mb-4 text-base text-text-muted">
        Mails and other work in the background. What fails is tried again, mails for three days; then it is
        given up and stays here for 30 days.
      </p>
      <div className="mb-4">
        <SegmentedControl<JobState>
          label="Jobs to show"
          value={state}
          onChange={(next) => {
            setState(next);
            void refresh();
          }}
          segments={jobStates.map((name) => ({
            value: name,
            label: counts === undefined ? states[name].label : `${states[name].label} ${counts[name]}`,
          }))}
        />
      </div>
      <PagedListing
        label={states[state].label}
        query={jobsQuery(state)}
        empty={{ icon: ListChecks, title: 'No jobs', text: states[state].empty }}
        keyOf={(job) => job.id}
        row={(job) => <JobRow job={job} onRetried={() => void refresh()} />}
      />
    </>
  );
}
