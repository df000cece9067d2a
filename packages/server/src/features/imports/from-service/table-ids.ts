/** Ids of the tables of one import: they begin alike, so that those of a killed server are found. */
export const tableIdAt = (firstId: string, index: number): string =>
  `${tableIdPrefix(firstId)}${index.toString(36).padStart(3, '0')}`;

export const tableIdPrefix = (firstId: string): string => firstId.slice(0, -3);
