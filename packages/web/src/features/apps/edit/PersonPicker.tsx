import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, cx, Icon, Popover, TextInput } from '@weft/ui';
import { Check, ChevronDown, Search, UserRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { useDebounced } from '../../../shell/use-debounced.ts';
import type { AppEditing } from '../app-editing.ts';
import { peopleQuery } from '../people/people-queries.ts';
import { type PreviewAs, somebodyNew } from './preview-as.ts';

interface PersonPickerProps {
  readonly editing: AppEditing;
  readonly as: PreviewAs;
  readonly onAs: (as: PreviewAs) => void;
}

const option =
  'flex min-h-(--w-control-md) w-full items-center gap-2 rounded-md px-2 py-1 text-start text-base hover:bg-hover focus-visible:-outline-offset-2';

/** One of the people of the app, or whoever is not signed in; many are found by typing. */
export function PersonPicker({ editing, as, onAs }: PersonPickerProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const search = useDebounced(text.trim(), 200);
  const query = peopleQuery(editing, search);
  const found = useInfiniteQuery({ ...query, enabled: query.enabled === true && open });
  const people = found.data?.pages.flatMap((page) => page.people) ?? [];
  const choose = (next: PreviewAs) => {
    onAs(next);
    setOpen(false);
    setText('');
  };
  const step = (by: 1 | -1) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[Math.min(buttons.length - 1, Math.max(0, at + by))]?.focus();
  };
  const shown = as === null ? 'Not signed in' : as.name || as.email;
  return (
    <Popover
      label="Preview as"
      align="end"
      width={300}
      padded={false}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          aria-label={`Preview as: ${shown}`}
          className="flex h-(--w-control-sm) w-52 items-center gap-2 rounded-md border border-line-control bg-surface px-2 text-start text-base hover:border-text-subtle"
        >
          <Icon of={UserRound} size={14} className="text-text-subtle" />
          <span className="min-w-0 flex-1 truncate">{shown}</span>
          <Icon of={ChevronDown} size={14} className="text-text-subtle" />
        </button>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys go through the buttons in it */}
      <div
        className="flex max-h-100 flex-col"
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          step(event.key === 'ArrowDown' ? 1 : -1);
        }}
      >
        <div className="p-2 pb-1">
          <TextInput
            icon={Search}
            aria-label="Search people"
            placeholder="Name or email"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              const [first] = people;
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || first === undefined) return;
              event.preventDefault();
              choose(first);
            }}
          />
        </div>
        <div ref={list} className="min-h-0 flex-1 overflow-y-auto p-2 pt-0">
          {text.trim() === '' && (
            <>
              <button type="button" className={option} onClick={() => choose(null)}>
                <span className="flex-1">Somebody not signed in</span>
                {as === null && <Icon of={Check} size={14} />}
              </button>
              <button type="button" className={option} onClick={() => choose(somebodyNew)}>
                <span className="flex-1">Somebody new, with no records</span>
                {as?.recordId === somebodyNew.recordId && <Icon of={Check} size={14} />}
              </button>
            </>
          )}
          {people.map((person) => (
            <button
              key={person.recordId}
              type="button"
              className={option}
              onClick={() => choose({ recordId: person.recordId, name: person.name, email: person.email })}
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate">{person.name || person.email}</span>
                {person.name !== '' && (
                  <span className="block truncate text-small text-text-subtle">{person.email}</span>
                )}
              </span>
              {as?.recordId === person.recordId && <Icon of={Check} size={14} />}
            </button>
          ))}
          <p
            role="status"
            className={cx('px-2 text-small text-text-subtle', people.length === 0 && 'py-1.5')}
          >
            {found.isError && people.length === 0
              ? errorText(found.error)
              : found.isSuccess &&
                people.length === 0 &&
                (search === '' ? 'Nobody yet.' : 'Nobody is found.')}
          </p>
          {found.hasNextPage && (
            <Button
              size="sm"
              variant="quiet"
              loading={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </div>
      </div>
    </Popover>
  );
}
