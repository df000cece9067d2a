import type { BulkProgress, BulkWork } from '@weft/client';

const records = (count: number, locale: string): string =>
  `${count.toLocaleString(locale)} ${count === 1 ? 'record' : 'records'}`;

/** Progress of a bulk edit, for the top bar. */
export function progressText(
  type: BulkWork['type'],
  { phase, done, total }: BulkProgress,
  locale: string,
): string {
  const of = `${done.toLocaleString(locale)} of ${records(total, locale)}`;
  if (phase === 'reading') return `Reading ${of}…`;
  return `${type === 'delete' ? 'Deleted' : 'Cleared'} ${of}…`;
}

/** Result of a bulk edit. */
export function bulkDoneText(
  type: BulkWork['type'],
  changed: number,
  stopped: boolean,
  locale: string,
): string {
  const did = `${records(changed, locale)} ${type === 'delete' ? 'deleted' : 'cleared'}`;
  return stopped ? `Stopped: ${did}` : did;
}
