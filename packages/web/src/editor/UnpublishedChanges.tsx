import { Popover } from '@weft/ui';
import type { DocumentState } from '../session/document-state.ts';
import { keyed } from './keyed.ts';

/** What publishing would change, behind the words that there is something. */
export function UnpublishedChanges({ state }: { readonly state: DocumentState }) {
  const { published, changes } = state;
  const dot = <span aria-hidden="true" className="size-1.5 rounded-full bg-warning" />;
  const look = 'flex shrink-0 items-center gap-2 text-base text-text-muted';
  if (published === null)
    return (
      <span className={`${look} max-lg:hidden`}>
        {dot}
        Not published
      </span>
    );
  if (changes.length === 0) return null;
  return (
    <Popover
      label="Unpublished changes"
      align="end"
      width={360}
      trigger={
        <button type="button" className={`${look} h-(--w-control-sm) rounded-md px-2 hover:bg-hover`}>
          {dot}
          <span className="max-lg:sr-only">Unpublished changes</span>
        </button>
      }
    >
      <h2 className="font-semibold text-base">Since version {published.number}</h2>
      <ul className="mt-2 flex flex-col gap-1.5 text-base">
        {keyed(changes, String).map(([key, change]) => (
          <li key={key} className="break-words text-text-muted">
            {change}
          </li>
        ))}
      </ul>
    </Popover>
  );
}
