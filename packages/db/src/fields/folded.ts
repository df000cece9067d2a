import { foldedLetters, foldedMarks } from '@weft/core';

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const marks = `[${foldedMarks.map(([from, to]) => `${escaped(from)}-${escaped(to)}`).join('')}]`;

const unfolded = (expression: string): string =>
  foldedLetters.reduce(
    (inner, [letter, other]) => `replace(${inner}, '${letter}', '${other}')`,
    `lower(regexp_replace(normalize(${expression}, NFKD), '${marks}', '', 'g') COLLATE "und-x-icu")`,
  );

/**
 * Folding as core's `fold` (query SPEC, T1). Most texts are ASCII, which needs none of the slow steps. The expression is
 * immutable and of fixed text, so that it can be indexed; `expression` stands in it several times and must be cheap.
 */
export const folded = (expression: string): string =>
  `CASE WHEN octet_length(${expression}) = length(${expression}) THEN lower(${expression} COLLATE "C") ELSE ${unfolded(expression)} COLLATE "C" END`;

/** A text as a LIKE pattern that means itself. */
export const literalPattern = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
