const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** 1,284 bytes, 12.4 kB, 49 MB: two or three figures. */
export function fileSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1_000 && unit < units.length - 1) {
    size /= 1_000;
    unit++;
  }
  const digits = unit === 0 || size >= 100 ? 0 : 1;
  const text = size.toLocaleString(undefined, { maximumFractionDigits: digits });
  return `${text} ${bytes === 1 ? 'byte' : units[unit]}`;
}
