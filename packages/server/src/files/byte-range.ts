import type { ByteRange } from './file-store.ts';

/**
 * The range a `Range` header asks for; null: all of it, also where it asks for several or cannot be read; 'none': it begins
 * behind the end.
 */
export function readRange(header: string | undefined, size: number): ByteRange | null | 'none' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'none' : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  if (start >= size) return 'none';
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return end < start ? null : { start, end };
}
