import { Button, toast } from '@weft/ui';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { rpc } from '../../../rpc.ts';
import type { Payment } from './payment-queries.ts';
import { paymentsCsv } from './payments-csv.ts';

/** Saves all payments of a form as a file for a sheet. */
export function ExportPayments({ flowId }: { readonly flowId: string }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const payments: Payment[] = [];
      for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
        const page: { orders: Payment[]; next: string | null } = await rpc.call('forms.payments', {
          flowId,
          ...(after !== null && { after }),
        });
        payments.push(...page.orders);
        after = page.next;
      }
      // Sheets take a file without this mark for one of another encoding.
      const file = new Blob(['\uFEFF', paymentsCsv(payments)], { type: 'text/csv' });
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = 'payments.csv';
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch (refused) {
      toast(errorText(refused), { tone: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="sm" icon={Download} loading={busy} onClick={() => void save()}>
      Export payments
    </Button>
  );
}
