import { DialogFrame, Icon, IconButton } from '@weft/ui';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type PaletteItem, usePaletteGroups } from './use-palette-groups.tsx';

/** Items that Page Up and Page Down go by. */
const page = 8;

/** Goes to any place or flow, and does what the page can do, by its first letters. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { groups, searching } = usePaletteGroups(text);
  const items = groups.flatMap((group) => group.items);
  const at = Math.min(active, items.length - 1);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const optionId = (item: PaletteItem) => `${id}-${item.id}`;
  const current = items[at];
  const currentId = current && optionId(current);
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  const run = (item: PaletteItem | undefined) => {
    if (item === undefined) return;
    onClose();
    item.run();
  };
  const press = (event: KeyboardEvent) => {
    const last = items.length - 1;
    const to: { readonly [key: string]: number } = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at === 0 ? last : at - 1,
      PageDown: Math.min(at + page, last),
      PageUp: Math.max(at - page, 0),
    };
    const next = to[event.key];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(current);
    else if (next !== undefined) setActive(Math.max(next, 0));
    else return;
    event.preventDefault();
  };

  return (
    <DialogFrame
      open
      onOpenChange={(next) => !next && onClose()}
      label="Search"
      minHeight={440}
      initialFocus={input}
    >
      <div className="flex h-13 shrink-0 items-center gap-3 border-line-subtle border-b px-4">
        <Icon of={Search} className="text-text-subtle" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Search"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={currentId}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Search items, places and commands"
          className="h-full min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-text-subtle max-sm:text-lead"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={press}
        />
        <IconButton icon={X} label="Close" plain className="sm:hidden" onClick={onClose} />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        className="min-h-0 flex-1 overflow-y-auto p-2 sm:h-97 sm:flex-none"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
          <div key={group.title} role="group" aria-labelledby={`${id}-${group.title}`}>
            <div
              id={`${id}-${group.title}`}
              className="px-2 pt-2 pb-1 font-medium text-small text-text-subtle"
            >
              {group.title}
            </div>
            {group.items.map((item) => (
              // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus stays in the input, whose keys choose
              <div
                key={item.id}
                id={optionId(item)}
                role="option"
                aria-selected={item === current}
                className="flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2 text-base aria-selected:bg-hover pointer-coarse:min-h-12"
                onPointerMove={() => setActive(items.indexOf(item))}
                onClick={() => run(item)}
              >
                {item.lead}
                <span className="min-w-0 flex-1 truncate">{item.label}</span>
                {item.hint !== undefined && (
                  <span className="max-w-40 shrink-0 truncate text-small text-text-subtle">{item.hint}</span>
                )}
              </div>
            ))}
          </div>
        ))}
        {items.length === 0 && !searching && (
          <p className="px-2 py-8 text-center text-base text-text-muted">No results found.</p>
        )}
      </div>
      <p role="status" className="sr-only">
        {searching ? '' : `${items.length} ${items.length === 1 ? 'result' : 'results'}`}
      </p>
    </DialogFrame>
  );
}
