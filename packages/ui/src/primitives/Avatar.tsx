import { useState } from 'react';
import { optionStyle } from './option-color.ts';
import { personColor } from './person-color.ts';

/** At most two first letters. */
const initials = (name: string): string => {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map((word) => (word === undefined ? '' : (Array.from(word)[0] ?? '')))
    .join('')
    .toUpperCase();
};

export interface AvatarProps {
  readonly name: string;
  /** Chooses the colour; the name when absent. */
  readonly id?: string | undefined;
  readonly size?: number | undefined;
  /** The address of a picture; initials stand where there is none, or as long as it cannot be shown. */
  readonly picture?: string | null | undefined;
}

/** A person as a circle with their picture or initials; their name stands beside it or in the label around it. */
export function Avatar({ name, id = name, size = 28, picture = null }: AvatarProps) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  // The small image is made soon after the picture was set; until then the picture itself is shown.
  const source = picture === null ? [] : [`${picture}?size=120`, picture];
  const shown = source.find((each) => !failed.includes(each));
  if (shown !== undefined)
    return (
      <img
        alt=""
        className="shrink-0 rounded-full object-cover"
        style={{ width: size, height: size }}
        src={shown}
        onError={() => setFailed((before) => [...before, shown])}
      />
    );
  return (
    <span
      aria-hidden="true"
      className="inline-flex shrink-0 select-none items-center justify-center rounded-full font-semibold"
      style={{ ...optionStyle(personColor(id)), width: size, height: size, fontSize: size < 24 ? 9 : 11 }}
    >
      {initials(name)}
    </span>
  );
}
