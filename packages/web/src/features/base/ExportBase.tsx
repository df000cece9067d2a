import { useQuery } from '@tanstack/react-query';
import { flowJobsQuery } from '../../queries.ts';
import { ExportDialog } from '../home/ExportDialog.tsx';
import { FlowJobs } from '../home/flow-jobs/FlowJobs.tsx';

export interface ExportBaseProps {
  readonly baseId: string;
  /** Whether the dialog is open; what is exported goes on without it. */
  readonly asks: boolean;
  readonly onClose: () => void;
}

/** Exports the open database; of a large one, the progress stands above its tables until the file is there. */
export function ExportBase({ baseId, asks, onClose }: ExportBaseProps) {
  // Not fetched here: a job that begins is put there.
  const { data } = useQuery({ ...flowJobsQuery, enabled: false });
  return (
    <>
      {data !== undefined && <FlowJobs />}
      {asks && <ExportDialog flow={{ publicIdentifier: baseId }} onClose={onClose} />}
    </>
  );
}
