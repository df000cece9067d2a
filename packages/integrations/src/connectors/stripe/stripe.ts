import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { bearerToken, signIn } from '../ways.ts';

const account = z.object({
  id: z.string(),
  email: z.string().nullish(),
  settings: z.object({ dashboard: z.object({ display_name: z.string().nullish() }).nullish() }).nullish(),
});

/** A credential that is kept; nothing is written with it: https://docs.stripe.com/api/accounts/retrieve. */
export const stripe: Connector = {
  ...{ type: 'stripe', label: 'Stripe', categories: ['crm'], use: 'credential' },
  auth: [
    signIn('stripe', ['read_write']),
    bearerToken(
      'Restricted key',
      'Developers → API keys → Create restricted key, with Accounts: read. To take payments also write for Checkout Sessions and Refunds, and read for Payment Intents, Charges and Disputes.',
      {
        source: '(rk|sk)_(test|live)_[A-Za-z0-9]{16,}',
        message: 'Stripe keys begin with rk_live_, rk_test_, sk_live_ or sk_test_.',
      },
    ),
  ],
  baseUrl: 'https://api.stripe.com/v1',
  check: async (http) => {
    const { id, email, settings } = await http.get('/account', account);
    return { id, label: settings?.dashboard?.display_name || email || id };
  },
};
