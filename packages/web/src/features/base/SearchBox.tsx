import { cx, IconButton, TextInput } from '@weft/ui';
import { Search, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchKey } from '../../shell/use-search-key.ts';

/** Debounce of the search in milliseconds. */
const debounce = 200;

/** Searches the table while typing. Ctrl+F focuses it, Enter goes to the results, Escape clears it and leaves. */
export function SearchBox({
  value,
  found,
  onChange,
  onLeave,
}: {
  readonly value: string;
  /** How many records it has found. */
  readonly found: ReactNode;
  readonly onChange: (text: string) => void;
  /** Back to the cells. */
  readonly onLeave: () => void;
}) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(value);
  const [open, setOpen] = useState(value !== '');

  useEffect(() => {
    // Cleared from outside, for a record that the search would hide.
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onChange(text.trim());
    }, debounce);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  useSearchKey('f', input, () => comeHere(setOpen, input));

  return (
    <>
      <IconButton
        icon={Search}
        label="Search"
        active={text !== ''}
        className="size-10! shrink-0 sm:hidden"
        onClick={() => comeHere(setOpen, input)}
      />
      <div
        className={cx(
          'flex items-center gap-2 max-sm:absolute max-sm:inset-0 max-sm:bg-surface max-sm:ps-4 max-sm:pe-2',
          !open && 'max-sm:hidden',
        )}
      >
        {found}
        <TextInput
          ref={input}
          size="sm"
          icon={Search}
          type="search"
          aria-label="Search this table"
          placeholder="Search this table"
          className="w-55 max-sm:flex-1"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'Enter')) return;
            event.preventDefault();
            if (event.key === 'Escape') setText('');
            onLeave();
          }}
        />
        <IconButton
          icon={X}
          label="Close search"
          className="size-10! sm:hidden"
          onClick={() => {
            setText('');
            setOpen(false);
          }}
        />
      </div>
    </>
  );
}

/** On a phone the box stands behind a button. */
function comeHere(setOpen: (open: boolean) => void, input: RefObject<HTMLInputElement | null>): void {
  flushSync(() => setOpen(true));
  input.current?.focus();
  input.current?.select();
}
