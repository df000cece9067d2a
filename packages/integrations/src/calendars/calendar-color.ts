/** The colour of a calendar as #rrggbb, whatever a server writes after it (Apple adds how opaque it is); null: it is none. */
export const calendarColor = (text: string | null | undefined): string | null =>
  /^#[0-9a-f]{6}(?=[0-9a-f]{2}$|$)/i.exec(text?.trim() ?? '')?.[0].toLowerCase() ?? null;
