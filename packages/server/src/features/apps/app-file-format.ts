import { z } from 'zod';

export const appFileFormat = 'weft-app';

/** Images of one file, and the bytes of each. */
const mostImages = 100;
export const maxImageBytes = 4 * 1024 * 1024;
/** Bytes of a whole file as it is sent. */
export const maxAppFileBytes = 32 * 1024 * 1024;
/** Turns of the chat in one file. */
export const mostTurns = 500;

const text = (most: number) => z.string().max(most);

/** Of a document or a block; what they hold is looked at once the shape is one. */
const props = z.record(z.string(), z.unknown());

/** A file of an app: its draft, the images that it shows, and what was said about it. */
export const appFileSchema = z.strictObject({
  format: z.literal(appFileFormat),
  version: z.literal(1),
  name: text(255).refine((name) => name.trim() !== ''),
  /** Names its images by their places: fil000000000000000000000 is the first. */
  content: z.strictObject({
    kind: z.literal('app'),
    schema: z.int().min(0),
    props,
    blocks: z.record(z.string(), z.strictObject({ parent: z.string().nullable(), order: z.string(), props })),
  }),
  images: z
    .array(z.strictObject({ name: text(255), data: z.base64().max(Math.ceil((maxImageBytes * 4) / 3) + 4) }))
    .max(mostImages),
  /** Absent: it was left out. */
  history: z
    .array(
      z.strictObject({
        at: z.iso.datetime(),
        asked: text(4_000),
        said: text(4_000),
        operations: z.array(z.looseObject({})).max(100),
        changes: z.array(text(1_000)).max(2_000),
        state: z.enum(['proposed', 'applied', 'discarded', 'refused']),
      }),
    )
    .max(mostTurns)
    .optional(),
});

export type AppFile = z.infer<typeof appFileSchema>;

/** The id that stands for the image of a place. */
export const placeOf = (at: number): string => `fil${String(at).padStart(21, '0')}`;

/** JSON whose keys are in order: the same app is the same bytes. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, one]) => [key, canonical(one)]),
  );
}
