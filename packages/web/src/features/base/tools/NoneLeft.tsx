import { Button, EmptyState } from '@weft/ui';
import { ListFilter } from 'lucide-react';

/** Where records would stand: the filter leaves none. */
export function NoneLeft({ onClear }: { readonly onClear: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={ListFilter}
      title="No record passes the filter"
      action={onClear && <Button onClick={onClear}>Clear filters</Button>}
    />
  );
}
