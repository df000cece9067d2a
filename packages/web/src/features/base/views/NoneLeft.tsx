import { Button, EmptyState } from '@weft/ui';
import { ListFilter } from 'lucide-react';

/** Shown in place of records when the filter matches none. */
export function NoneLeft({ onClear }: { readonly onClear: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={ListFilter}
      title="No record passes the filter"
      action={onClear && <Button onClick={onClear}>Clear filters</Button>}
    />
  );
}
