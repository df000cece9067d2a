import { type MenuItem, toast } from '@weft/ui';
import { FileDown, Printer } from 'lucide-react';
import { errorText } from '../../error-text.ts';
import { download } from '../../transfers.ts';

/** What can be done with one answer: kept as a PDF, or shown as one, from where the browser prints it. */
export function answerItems(flowId: string, recordId: string, timeZone: string): readonly MenuItem[] {
  const query = new URLSearchParams({ timeZone });
  const path = `/v1/forms/${encodeURIComponent(flowId)}/answers/${encodeURIComponent(recordId)}/pdf`;
  return [
    {
      label: 'Download PDF',
      icon: FileDown,
      onSelect: () =>
        void download(`${path}?${query}`).catch((error: unknown) =>
          toast(errorText(error), { tone: 'error' }),
        ),
    },
    {
      label: 'Open PDF to print',
      icon: Printer,
      onSelect: () => void open(`${path}?${query}&disposition=inline`, '_blank', 'noopener'),
    },
  ];
}
