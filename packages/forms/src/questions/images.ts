import { propRule } from '@weft/documents';
import { isId } from '@weft/std';

/** An image that was uploaded to a form. */
export interface FormImage {
  readonly fileId: string;
  /** Pixels: the page keeps its place before it is there. */
  readonly width: number;
  readonly height: number;
}

/** Pixels of the longer side: a larger image is made smaller when it is uploaded. */
export const maxImageSide = 1_600;
/** Characters of what is said in the place of an image to whoever does not see it. */
export const longestAlt = 255;

const written = /^(fil[a-z0-9]+) (\d{1,4})x(\d{1,4})$/;

/** An image as a document names it: 'fil… 1200x800'; null: the text names none. */
export function imageOf(value: unknown): FormImage | null {
  const [, fileId, width, height] = typeof value === 'string' ? (written.exec(value) ?? []) : [];
  if (!isId('fil', fileId)) return null;
  const image = { fileId, width: Number(width), height: Number(height) };
  const isSide = (side: number): boolean => side >= 1 && side <= maxImageSide;
  return isSide(image.width) && isSide(image.height) ? image : null;
}

export const imageRule = propRule(
  { type: 'string', pattern: '^fil[0-9a-z]{21} [0-9]{1,4}x[0-9]{1,4}$' },
  (value) => imageOf(value) !== null,
);

export const imageText = ({ fileId, width, height }: FormImage): string => `${fileId} ${width}x${height}`;
