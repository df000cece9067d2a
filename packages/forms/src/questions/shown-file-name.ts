/** What turns the direction of a text around, and is seen by nobody. */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The name of a file as it stands in a sentence: it neither turns the sentence around, nor hides its own ending. */
export const shownFileName = (name: string): string => name.replace(turns, '');
