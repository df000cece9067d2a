// Alone in its file: pages that need this number are not to load the schemas of calls.
/** Most records that one conversion of texts to links makes. */
export const maxMissingRecords = 100_000;
