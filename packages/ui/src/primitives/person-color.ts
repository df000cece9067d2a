/** Colours of people, in order; never Indigo: that is you. */
const colors = ['Pink', 'Teal', 'Tangerine', 'Sky', 'Lime', 'Fuchsia', 'Cyan', 'Violet'] as const;

/** A person's colour, the same wherever they appear. */
export function personColor(id: string): string {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return colors[sum % colors.length] ?? 'Teal';
}
