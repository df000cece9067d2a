// Alone in its file: pages that need this number are not to load the schemas of calls.
/** The largest exported file that is read again. */
export const maxArchiveMb = 1_024;
