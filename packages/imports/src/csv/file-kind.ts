/** How files begin that some people call .csv. */
const otherFormats: readonly (readonly [beginning: readonly number[], what: string, advice: string])[] = [
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    'an Excel workbook of the old kind or with a password',
    'Save it as .xlsx without one first.',
  ],
  [[0x1f, 0x8b], 'a compressed file (gzip)', 'Unpack it first.'],
  [[0x42, 0x5a, 0x68], 'a compressed file (bzip2)', 'Unpack it first.'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'a compressed file (Zstandard)', 'Unpack it first.'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'a compressed file (xz)', 'Unpack it first.'],
  [[0x25, 0x50, 0x44, 0x46, 0x2d], 'a PDF', 'Export its data as CSV first.'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture', 'Choose a CSV file.'],
  [[0xff, 0xd8, 0xff], 'a picture', 'Choose a CSV file.'],
  [[0x47, 0x49, 0x46, 0x38], 'a picture', 'Choose a CSV file.'],
];

/** Bytes `notCsv` looks at. */
export const signatureBytes = 8;

/**
 * What a file that begins like this is, in place of a CSV file or a workbook, and what to do about it; null when it may be
 * one. A workbook begins like any ZIP archive: whether it is one, its parts say.
 */
export function notCsv(bytes: Uint8Array): string | null {
  const format = otherFormats.find(([start]) => start.every((byte, place) => bytes[place] === byte));
  return format === undefined ? null : `This is ${format[1]}, not a CSV or .xlsx file. ${format[2]}`;
}
