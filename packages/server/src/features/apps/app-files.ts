import type { Content } from '@weft/documents';

/** The ids of the files that an app names anywhere. */
export const filesNamedBy = (content: Content): readonly string[] => [
  ...new Set(JSON.stringify(content).match(/fil[0-9a-z]{21}/g) ?? []),
];

/** The app with other files in the place of those that it names. */
export const withFiles = (content: Content, ids: ReadonlyMap<string, string>): Content =>
  JSON.parse(JSON.stringify(content).replaceAll(/fil[0-9a-z]{21}/g, (id) => ids.get(id) ?? id)) as Content;
