import { personColor } from './Avatar.tsx';
import { optionStyle } from './option-color.ts';

export interface InitialTileProps {
  readonly name: string;
  /** Chooses the colour. */
  readonly id: string;
  readonly size?: number | undefined;
}

/** An organization as a square with its first letter; its name stands beside it. */
export function InitialTile({ name, id, size = 32 }: InitialTileProps) {
  return (
    <span
      aria-hidden="true"
      className="inline-flex shrink-0 select-none items-center justify-center rounded-lg font-semibold text-base"
      style={{ ...optionStyle(personColor(id)), width: size, height: size }}
    >
      {(Array.from(name.trim())[0] ?? '').toUpperCase()}
    </span>
  );
}
