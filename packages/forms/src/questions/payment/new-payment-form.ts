import type { Block, Content } from '@weft/documents';
import type { IdKind } from '@weft/std';
import { firstPageId, newChildren, newForm, questionProps } from '../../form-document.ts';

/** A form that takes money, as it begins: whom the receipt goes to, and what is paid. */
export function newPaymentForm(title: string, newId: (kind: IdKind) => string): Content {
  const form = newForm(title);
  const [email, payment] = [newId('fld'), newId('fld')];
  const question = (type: 'email' | 'payment', label: string, order: string): Block => ({
    ...{ parent: firstPageId, order },
    props: { ...questionProps(type), label, required: true },
  });
  const parts = newChildren('payment', newId).map(({ id, props }): [string, Block] => [
    id,
    { parent: payment, order: 'V', props },
  ]);
  return {
    ...form,
    blocks: {
      ...form.blocks,
      [email]: question('email', 'Email', 'V'),
      [payment]: question('payment', 'Payment', 'k'),
      ...Object.fromEntries(parts),
    },
  };
}
