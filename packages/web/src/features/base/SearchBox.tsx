import { TextInput } from '@weft/ui';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** Milliseconds of rest before a search runs. */
const rest = 200;

/** Searches the table while one types; Ctrl+F comes here, Escape leaves with the search cleared. */
export function SearchBox({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(value);

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
    }, rest);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f' || event.shiftKey) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

  return (
    <TextInput
      ref={input}
      size="sm"
      icon={Search}
      type="search"
      aria-label="Search this table"
      placeholder="Search this table"
      className="w-55 max-sm:w-full"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        setText('');
      }}
    />
  );
}
