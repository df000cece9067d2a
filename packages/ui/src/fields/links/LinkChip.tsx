import type { FieldEnv } from '@weft/core';
import { optionStyle } from '../../primitives/option-color.ts';

/** A linked record's name: a square where an option is a pill. */
export function LinkChip({ id, env }: { readonly id: string; readonly env: FieldEnv }) {
  const look = env.linked?.(id);
  return (
    <span
      className="inline-flex h-5 min-w-0 max-w-full items-center rounded-sm px-1.5 font-medium text-small leading-5 forced-colors:border"
      style={look && optionStyle(look.color)}
    >
      <span dir="auto" className="truncate">
        {look?.name ?? '…'}
      </span>
    </span>
  );
}
