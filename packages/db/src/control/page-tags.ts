/** A connection whose tag published pages have, by its type and settings. */
export interface PageTag {
  readonly type: string;
  readonly config: Readonly<Record<string, string | number | boolean>>;
}

/** Services that are in pages, where others are written to; a form has one of them. */
export const pageTagTypes = ['facebookPixel', 'googleTagManager'] as const;
