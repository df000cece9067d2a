import { cx } from '@weft/ui';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useSteadyCaret } from '../../editor/use-steady-caret.ts';
import { refuseLongPaste } from './pasted-lines.ts';

export interface CanvasTextProps {
  readonly id?: string;
  /** Read aloud. */
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly maxLength: number;
  readonly className?: string;
  readonly onChange: (text: string) => void;
  readonly onFocus?: (text: HTMLTextAreaElement) => void;
  /** Before what the text does itself, which it leaves where the event was prevented. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  readonly onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  /** Enter was pressed: these texts have one line. */
  readonly onEnter?: () => void;
  /** Without it, Escape leaves the text. */
  readonly onEscape?: () => void;
}

/** A text of the form, written where people will read it. It grows with what is written. */
export function CanvasText({
  id,
  label,
  value,
  placeholder,
  maxLength,
  className,
  onChange,
  onFocus,
  onKeyDown,
  onPaste,
  onEnter,
  onEscape,
}: CanvasTextProps) {
  const caret = useSteadyCaret(value);
  return (
    <textarea
      {...caret}
      id={id}
      aria-label={label}
      rows={1}
      value={value}
      placeholder={placeholder}
      maxLength={maxLength}
      spellCheck
      className={cx(
        'field-sizing-content block w-full resize-none bg-transparent placeholder:text-text-subtle focus:shadow-[0_2px_var(--w-focus)] focus:outline-none',
        className,
      )}
      onFocus={(event) => onFocus?.(event.currentTarget)}
      onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, ' '))}
      onPaste={(event) => {
        onPaste?.(event);
        if (!event.defaultPrevented) refuseLongPaste(event);
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.defaultPrevented) return;
        if (event.key === 'Escape') {
          event.stopPropagation();
          if (onEscape === undefined) event.currentTarget.blur();
          else onEscape();
        }
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onEnter?.();
      }}
    />
  );
}
