import { shortId } from '@weft/std';

/** The stored value of an option made here. */
export const newOptionValue = (): string => shortId((bytes) => crypto.getRandomValues(bytes));
