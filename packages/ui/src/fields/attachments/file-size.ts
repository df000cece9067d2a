const units = ['B', 'KB', 'MB', 'GB'] as const;

/** How often a size is divided by 1024 until people can read it. */
const unitOf = (bytes: number): number =>
  Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));

function figure(bytes: number, unit: number): string {
  const size = bytes / 1024 ** unit;
  return unit < 2 ? String(Math.round(size)) : size.toFixed(1);
}

/** A size as people read it: '412 KB', '3.2 MB'. */
export const fileSize = (bytes: number): string => `${figure(bytes, unitOf(bytes))} ${units[unitOf(bytes)]}`;

/** How much of a file was sent: '3.2 of 5.0 MB'. */
export const sentSize = (share: number, bytes: number): string =>
  `${figure(share * bytes, unitOf(bytes))} of ${fileSize(bytes)}`;
