import type { OptionColor } from '@weft/core';
import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { Icon } from '../primitives/Icon.tsx';
import { optionColor, optionStyle } from '../primitives/option-color.ts';
import { Popover } from '../primitives/Popover.tsx';

/** How many colours an arrow goes on by: they stand in two columns. */
const steps: { readonly [key: string]: number } = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -2, ArrowDown: 2 };

export interface ColorSelectProps {
  readonly value: OptionColor;
  readonly colors: readonly OptionColor[];
  readonly onChange: (color: OptionColor) => void;
  readonly label: string;
  readonly id?: string | undefined;
  /** Only the dot, for rows of a list. */
  readonly compact?: boolean | undefined;
}

/** One colour of the palette; its name stands beside it. */
export function ColorSelect({ value, colors, onChange, label, id, compact = false }: ColorSelectProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const chosen = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        id={id}
        aria-label={`${label}: ${value}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        className={
          compact
            ? 'grid size-7 shrink-0 place-items-center rounded-md hover:bg-hover'
            : 'flex h-(--w-control-md) w-full items-center gap-2 rounded-md border border-line-control px-2.5 hover:border-text-subtle'
        }
        // The press that closes the popover must not open it again.
        onPointerDown={() => {
          wasOpen.current = open;
        }}
        onClick={() => {
          setOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
      >
        <span
          className="size-3.5 shrink-0 rounded-full"
          style={{ background: optionColor(value, 'dot') }}
          aria-hidden="true"
        />
        {!compact && <span>{value}</span>}
      </button>
      {/* Mounted when open: a list may hold a thousand of these. */}
      {open && (
        <Popover
          open
          onOpenChange={setOpen}
          anchor={button}
          label={label}
          initialFocus={chosen}
          width={236}
          padded={false}
        >
          <div className="grid max-h-80 grid-cols-2 gap-1 overflow-y-auto p-2">
            {colors.map((color, place) => (
              <button
                key={color}
                ref={color === value ? chosen : undefined}
                type="button"
                aria-pressed={color === value}
                className="flex h-7 items-center justify-between rounded-full px-2.5 font-medium text-small"
                style={optionStyle(color)}
                onKeyDown={(event) => {
                  const step = steps[event.key];
                  if (step === undefined) return;
                  event.preventDefault();
                  const next = event.currentTarget.parentElement?.children[place + step];
                  if (next instanceof HTMLElement) next.focus();
                }}
                onClick={() => {
                  onChange(color);
                  setOpen(false);
                  button.current?.focus();
                }}
              >
                {color}
                {color === value && <Icon of={Check} size={14} />}
              </button>
            ))}
          </div>
        </Popover>
      )}
    </>
  );
}
