import { Icon, type IconType } from '@weft/ui';
import { lettersOf } from './service-words.ts';

export interface ServiceTileProps {
  readonly label: string;
  readonly size?: 28 | 36 | 40;
  /** Of what is our own, in the place of the letters. */
  readonly icon?: IconType | undefined;
}

/** A service as a square with two letters; its name stands beside it. */
export function ServiceTile({ label, size = 36, icon }: ServiceTileProps) {
  return (
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 select-none items-center justify-center border bg-sunken font-semibold text-text-muted ${size === 40 ? 'rounded-lg text-body' : 'rounded-md text-small'}`}
      style={{ width: size, height: size }}
    >
      {icon === undefined ? lettersOf(label) : <Icon of={icon} />}
    </span>
  );
}
