import { Button } from '@weft/ui';

/** Where records would stand: the filter leaves none. */
export function NoneLeft({ onClear }: { readonly onClear: (() => void) | undefined }) {
  return (
    <span className="flex items-center gap-2">
      No record passes the filter.
      {onClear !== undefined && (
        <Button size="sm" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </span>
  );
}
