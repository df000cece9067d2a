/** Folding as core's `fold`: lower case of no language in particular (query SPEC, T1). */
export const folded = (expression: string): string => `lower(${expression} COLLATE "und-x-icu") COLLATE "C"`;

/** A text as a LIKE pattern that means itself. */
export const literalPattern = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
