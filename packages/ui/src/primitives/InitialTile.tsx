import { useState } from 'react';
import { optionStyle } from './option-color.ts';
import { personColor } from './person-color.ts';

export interface InitialTileProps {
  readonly name: string;
  /** Chooses the colour. */
  readonly id: string;
  readonly size?: number | undefined;
  /** The address of a picture; the letter stands where there is none, or as long as it cannot be shown. */
  readonly picture?: string | null | undefined;
}

/** An organization as a square with its picture or first letter; its name stands beside it. */
export function InitialTile({ name, id, size = 32, picture = null }: InitialTileProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (picture !== null && picture !== failed)
    return (
      <img
        alt=""
        className="shrink-0 rounded-lg object-cover"
        style={{ width: size, height: size }}
        src={picture}
        onError={() => setFailed(picture)}
      />
    );
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
