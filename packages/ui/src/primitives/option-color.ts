import type { CSSProperties } from 'react';

/** The CSS value of an option colour's ground, text or dot; names as in the palette ('Purple', in any case). */
export const optionColor = (color: string, role: 'bg' | 'text' | 'dot'): string =>
  `var(--w-option-${color.toLowerCase()}-${role})`;

/** Ground and text of a chip in this colour. */
export const optionStyle = (color: string): CSSProperties => ({
  background: optionColor(color, 'bg'),
  color: optionColor(color, 'text'),
});
