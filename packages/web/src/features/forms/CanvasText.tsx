import { cx } from '@weft/ui';

export interface CanvasTextProps {
  readonly id?: string;
  /** Read aloud. */
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly maxLength: number;
  readonly className?: string;
  readonly onChange: (text: string) => void;
  readonly onFocus?: () => void;
  /** Enter was pressed: these texts have one line. */
  readonly onEnter?: () => void;
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
  onEnter,
  onEscape,
}: CanvasTextProps) {
  return (
    <textarea
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
      onFocus={onFocus}
      onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, ' '))}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && onEscape !== undefined) {
          event.stopPropagation();
          onEscape();
        }
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onEnter?.();
      }}
    />
  );
}
