import { optionColor } from './option-color.ts';
import { personColor } from './person-color.ts';

/** More people than these are a number. */
const namedAtMost = 3;

export interface PeopleOutlineProps {
  /** One of them at least. */
  readonly people: readonly { readonly userId: string; readonly name: string }[];
}

/**
 * What others have selected, outlined in the colour of the first of them, with their names on flags at its upper edge. It
 * lies over the nearest positioned element, whose label says the same.
 */
export function PeopleOutline({ people }: PeopleOutlineProps) {
  const [first] = people;
  const more = people.length - namedAtMost;
  const flag = 'block h-4.5 max-w-40 truncate rounded-sm px-1.5 font-medium text-micro leading-4.5';
  if (first === undefined) return null;
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute -inset-1 rounded-[10px] border-2"
      style={{ borderColor: optionColor(personColor(first.userId), 'text') }}
    >
      <span className="absolute start-3 -top-2.5 flex max-w-[calc(100%-1.5rem)] gap-1">
        {people.slice(0, namedAtMost).map(({ userId, name }) => {
          const color = personColor(userId);
          return (
            <span
              key={userId}
              className={flag}
              style={{ background: optionColor(color, 'text'), color: optionColor(color, 'bg') }}
            >
              {name}
            </span>
          );
        })}
        {more > 0 && <span className={`${flag} bg-raised text-text-muted`}>+{more}</span>}
      </span>
    </span>
  );
}
