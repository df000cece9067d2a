import { z } from 'zod';
import { textFault } from './text.ts';

/** A name people give: trimmed, not empty, at most 255 characters, storable. */
export const nameText = z
  .string()
  .trim()
  .min(1, 'Give a name')
  .max(255, 'At most 255 characters')
  .refine((text) => textFault(text) === null, 'The text has characters that cannot be stored');
