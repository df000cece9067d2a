import { shortcut, TextInput } from '@weft/ui';
import { Search } from 'lucide-react';
import { useRef } from 'react';
import { useSearchKey } from '../../shell/use-search-key.ts';

export interface HomeSearchProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Finds a database by its name; Ctrl+K comes here, Escape leaves with the search cleared. */
export function HomeSearch({ value, onChange }: HomeSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useSearchKey('k', input, () => {
    input.current?.focus();
    input.current?.select();
  });
  return (
    <div className="relative w-60 max-lg:w-44 max-sm:order-last max-sm:w-full">
      <TextInput
        ref={input}
        type="search"
        icon={Search}
        aria-label="Search databases"
        aria-keyshortcuts="Control+K Meta+K"
        placeholder="Search"
        className="peer"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          onChange('');
          input.current?.blur();
        }}
      />
      {value === '' && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-e-2 top-1/2 -translate-y-1/2 rounded-sm border bg-sunken px-1.5 font-medium font-sans text-micro text-text-subtle peer-focus-within:hidden pointer-coarse:hidden"
        >
          {shortcut('K')}
        </span>
      )}
    </div>
  );
}
