import { isTooLong } from '@weft/core';
import { z } from 'zod';

/** Why a text cannot be stored, or null when it can: NUL, lone surrogates, more than a cell takes. */
export function textFault(text: string): string | null {
  if (text.includes('\u0000')) return 'Text cannot contain a NUL character';
  if (!text.isWellFormed()) return 'Text contains half of a surrogate pair';
  if (isTooLong(text)) return 'Text is longer than 1 MiB';
  return null;
}

/** A text that can be stored, at most `max` UTF-16 units. */
export const storableText = (max: number) =>
  z
    .string()
    .max(max)
    .superRefine((text, context) => {
      const fault = textFault(text);
      if (fault !== null) context.addIssue({ code: 'custom', message: fault });
    });
