import { Button, EmptyState, Skeleton } from '@weft/ui';
import { CloudOff, FileX } from 'lucide-react';
import { errorText } from '../../../error-text.ts';
import type { RecordInView } from './use-record.ts';

export interface MissingRecordProps {
  readonly found: RecordInView;
  /** What it is called: 'record', 'answer'. */
  readonly noun: string;
  /** What leads away from it. */
  readonly closeLabel: string;
  readonly onClose: () => void;
}

/** In place of a record that is still read, could not be read, or is not there. */
export function MissingRecord({ found, noun, closeLabel, onClose }: MissingRecordProps) {
  if (found.isGone)
    return (
      <EmptyState
        icon={FileX}
        title={`This ${noun} is not here`}
        text="It was deleted, or the link to it is wrong."
        action={<Button onClick={onClose}>{closeLabel}</Button>}
      />
    );
  if (found.error !== null)
    return (
      <EmptyState
        icon={CloudOff}
        title={`Couldn’t open this ${noun}`}
        text={errorText(found.error)}
        action={<Button onClick={found.retry}>Try again</Button>}
      />
    );
  return (
    <div className="flex-1 p-6">
      <Skeleton className="mb-4 h-8" width={240} />
      <Skeleton className="h-48" />
    </div>
  );
}
