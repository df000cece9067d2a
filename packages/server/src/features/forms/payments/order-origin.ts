import type { PaymentOrderRow, Published } from '@weft/db';
import { originAt } from '../../../http/own-domains.ts';

/** Where whoever made an order finds it: at the form's own domain where it was made there, as long as that is the form's. */
export const originOfOrder = (
  baseUrl: string,
  order: Pick<PaymentOrderRow, 'domain'>,
  form: Pick<Published, 'domain'>,
): string => originAt(baseUrl, order.domain !== null && order.domain === form.domain ? order.domain : null);
