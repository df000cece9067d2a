import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type CurrencyCode, isCurrency } from '@weft/payments';
import type { CallOutput } from '@weft/protocol';
import { rpc } from '../../../rpc.ts';

type Listed = CallOutput<'forms.payments'>;
export type Payment = Listed['orders'][number];

export const phaseText: { readonly [P in Payment['phase']]: string } = {
  awaiting: 'Not paid yet',
  processing: 'Waiting for the bank',
  paid: 'Paid',
  expired: 'Not paid',
  abandoned: 'Given up',
  review: 'Look at it at Stripe',
};

/** What a payment is paid in. */
export const currencyIn = ({ currency }: Pick<Payment, 'currency'>): CurrencyCode =>
  isCurrency(currency) ? currency : 'USD';

export const paymentsKey = (flowId: string) => ['form-payments', flowId];

export const accountQuery = (flowId: string) =>
  queryOptions({
    queryKey: [...paymentsKey(flowId), 'account'],
    queryFn: async () => (await rpc.call('forms.payments', { flowId })).account,
  });

/** What was paid, fifty at a time. */
export const paymentsQuery = (flowId: string) =>
  infiniteQueryOptions({
    queryKey: [...paymentsKey(flowId), 'orders'],
    queryFn: ({ pageParam }) =>
      rpc.call('forms.payments', { flowId, ...(pageParam !== null && { after: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: 30_000,
  });
