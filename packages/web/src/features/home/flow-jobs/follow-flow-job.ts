import {
  type FlowJob,
  flowJobsQuery,
  isUnderWay,
  notificationsQuery,
  queryClient,
} from '../../../queries.ts';

/** The exports that this page asked for: only it saves their files by itself. */
const own = new Set<string>();

/** Shows a job that was just begun, until it has ended. */
export function followFlowJob(job: FlowJob): void {
  own.add(job.id);
  // The answer to a question that was asked before the job began would leave it out.
  void queryClient.cancelQueries(flowJobsQuery);
  queryClient.setQueryData(flowJobsQuery.queryKey, (listed) => ({ jobs: [job, ...(listed?.jobs ?? [])] }));
  countUnderWay();
}

/** Whether this page asked for it; answered once. */
export const isOwn = (job: FlowJob): boolean => own.delete(job.id);

/** Notes how many are under way: the strip above home is there as long as one is. */
export function countUnderWay(): void {
  const jobs = queryClient.getQueryData(flowJobsQuery.queryKey)?.jobs ?? [];
  queryClient.setQueryData(
    notificationsQuery.queryKey,
    (told) => told && { ...told, flowJobs: jobs.filter(isUnderWay).length },
  );
}
