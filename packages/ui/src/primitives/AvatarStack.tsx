import { Avatar } from './Avatar.tsx';
import { Tooltip } from './Tooltip.tsx';

/** More people than these are a number. */
const shownAtMost = 4;

export interface AvatarStackProps {
  /** Read aloud, and shown on hover: 'Shared with 6 people'. */
  readonly label: string;
  /** The first of them at least. */
  readonly people: readonly {
    readonly userId: string;
    readonly name: string;
    readonly picture: string | null;
  }[];
  /** How many there are altogether. */
  readonly count: number;
  readonly size?: number | undefined;
}

/** People over one another: four, then how many more there are. */
export function AvatarStack({ label, people, count, size = 20 }: AvatarStackProps) {
  const shown = people.slice(0, shownAtMost);
  const more = count - shown.length;
  return (
    <Tooltip content={label}>
      <span role="img" aria-label={label} className="relative z-1 inline-flex shrink-0 items-center">
        {shown.map(({ userId, name, picture }, place) => (
          <span
            key={userId}
            className={`inline-flex rounded-full bg-surface p-px ${place === 0 ? '' : '-ms-1.5'}`}
          >
            <Avatar name={name} id={userId} size={size} picture={picture} />
          </span>
        ))}
        {more > 0 && (
          <span className="ms-1 font-medium text-small text-text-muted tabular-nums">+{more}</span>
        )}
      </span>
    </Tooltip>
  );
}
