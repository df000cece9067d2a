import { File, FileArchive, FileMusic, FileSpreadsheet, FileText, FileVideo, Image } from 'lucide-react';
import type { IconType } from '../../primitives/Icon.tsx';

const byType: readonly (readonly [RegExp, IconType])[] = [
  [/^image\//, Image],
  [/^video\//, FileVideo],
  [/^audio\//, FileMusic],
  [/^text\/csv|spreadsheet|ms-excel/, FileSpreadsheet],
  [/^text\/|pdf|word|opendocument\.text|rtf/, FileText],
  [/zip|compressed|x-tar|gzip|x-7z/, FileArchive],
];

/** The sign of a kind of file. */
export const fileIcon = (mimeType: string): IconType =>
  byType.find(([pattern]) => pattern.test(mimeType))?.[1] ?? File;
