/** The code in what somebody pasted: the code itself, or the whole link; null where there is none. */
export function invitationCodeIn(text: string): string | null {
  const last =
    text
      .trim()
      .replace(/[/?#]+$/, '')
      .split('/')
      .at(-1) ?? '';
  return /^[A-Za-z0-9_-]{16,64}$/.test(last) ? last : null;
}
