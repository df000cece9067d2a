import type { StandIn } from '../stand-in.ts';

/** By openapi/spec3.json of stripe/openapi (MIT): GetAccount. */
export const stripe = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: 'https://api.stripe.com/v1/account' },
      answer: () => ({
        json: {
          ...{ id: 'acct_1', object: 'account', email: 'ada@example.org' },
          settings: { dashboard: { display_name: 'Ada’s shop', timezone: 'Etc/UTC' } },
        },
      }),
    },
  ],
  ways: [
    { config: {}, account: { id: 'acct_1', label: 'Ada’s shop' } },
    {
      config: { apiKey: 'rk_test_0123456789abcdef' },
      credential: () => ({ authorization: 'Bearer rk_test_0123456789abcdef' }),
      account: { id: 'acct_1', label: 'Ada’s shop' },
    },
  ],
  ...{ target: {}, fields: [], values: {}, sent: [] },
});
