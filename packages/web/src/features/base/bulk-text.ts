import type { BulkProgress, BulkWork } from '@weft/client';

const records = (count: number, locale: string): string =>
  `${count.toLocaleString(locale)} ${count === 1 ? 'record' : 'records'}`;

/** How far a long run is, as the top bar says it. */
export function progressText(
  type: BulkWork['type'],
  { phase, done, total }: BulkProgress,
  locale: string,
): string {
  const of = `${done.toLocaleString(locale)} of ${records(total, locale)}`;
  if (phase === 'reading') return `Reading ${of}…`;
  return `${type === 'delete' ? 'Deleted' : 'Cleared'} ${of}…`;
}

/** What a long run came to. */
export function bulkDoneText(
  type: BulkWork['type'],
  changed: number,
  stopped: boolean,
  locale: string,
): string {
  const did = `${records(changed, locale)} ${type === 'delete' ? 'deleted' : 'cleared'}`;
  return stopped ? `Stopped: ${did}` : did;
}
