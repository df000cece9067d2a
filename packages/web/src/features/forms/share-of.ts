/** '25%'; null where there is no whole, or less of it than of its part: answers of programs were never seen to be begun. */
export const share = (part: number, whole: number): string | null =>
  whole === 0 || part > whole ? null : `${Math.round((100 * part) / whole)}%`;

/** '25% of views'; nothing where that cannot be said. */
export function shareOf(part: number, whole: number, name: string): string {
  const said = share(part, whole);
  return said === null ? '' : `${said} of ${name}`;
}
