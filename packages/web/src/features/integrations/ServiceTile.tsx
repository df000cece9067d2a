import { Icon, type IconType, optionStyle } from '@weft/ui';
import { lettersOf } from './service-words.ts';

export interface ServiceTileProps {
  readonly label: string;
  readonly size?: 28 | 36 | 40;
  /** Of what is our own, in the place of the letters. */
  readonly icon?: IconType | undefined;
  /** What one that was declared without code looks like. */
  readonly custom?: { readonly letters: string | null; readonly color: string } | null | undefined;
}

/** A service as a square with two letters; its name stands beside it. */
export function ServiceTile({ label, size = 36, icon, custom = null }: ServiceTileProps) {
  return (
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 select-none items-center justify-center border bg-sunken font-semibold text-text-muted ${size === 40 ? 'rounded-lg text-body' : 'rounded-md text-small'}`}
      style={{
        ...(custom && custom.color !== 'gray' && optionStyle(custom.color)),
        width: size,
        height: size,
      }}
    >
      {icon === undefined ? (custom?.letters ?? lettersOf(label)) : <Icon of={icon} />}
    </span>
  );
}
