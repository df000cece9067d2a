/**
 * The form in which texts are compared without regard to case; equal to PostgreSQL's `lower(x COLLATE "und-x-icu")`:
 * full Unicode lower-casing of no language in particular ('İ' becomes 'i' and a dot above, the last 'Σ' of a word 'ς').
 */
export const fold = (text: string): string => text.toLowerCase();
