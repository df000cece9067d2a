import { TextInput } from '@weft/ui';
import { Search } from 'lucide-react';
import { useRef } from 'react';

export interface HomeSearchProps {
  /** 'Search Home'. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onEnter: () => void;
}

/** Narrows the list to names that hold what is typed; Enter opens the only one, Escape leaves with the search cleared. */
export function HomeSearch({ label, value, onChange, onEnter }: HomeSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="w-60 max-lg:w-44 max-sm:order-last max-sm:w-full">
      <TextInput
        ref={input}
        type="search"
        icon={Search}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter();
          if (event.key !== 'Escape') return;
          onChange('');
          input.current?.blur();
        }}
      />
    </div>
  );
}
