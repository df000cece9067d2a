import { type MenuItem, toast } from '@weft/ui';
import { Award, FileDown, Printer } from 'lucide-react';
import { errorText } from '../../../error-text.ts';
import { download } from '../../../transfers.ts';

/** What can be done with one answer: kept as a PDF, or shown as one, from where the browser prints it. */
export function answerItems(
  flowId: string,
  recordId: string,
  timeZone: string,
  givesCertificates: boolean,
): readonly MenuItem[] {
  const query = new URLSearchParams({ timeZone });
  const answer = `/v1/forms/${encodeURIComponent(flowId)}/answers/${encodeURIComponent(recordId)}`;
  const path = `${answer}/pdf`;
  const save = (address: string) =>
    void download(address).catch((error: unknown) => toast(errorText(error), { tone: 'error' }));
  return [
    {
      label: 'Download PDF',
      icon: FileDown,
      onSelect: () => save(`${path}?${query}`),
    },
    {
      label: 'Open PDF to print',
      icon: Printer,
      onSelect: () => void open(`${path}?${query}&disposition=inline`, '_blank', 'noopener'),
    },
    ...(givesCertificates
      ? [{ label: 'Download certificate', icon: Award, onSelect: () => save(`${answer}/certificate`) }]
      : []),
  ];
}
