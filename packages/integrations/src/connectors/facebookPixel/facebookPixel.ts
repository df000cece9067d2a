import type { Connector } from '../connector.ts';

const asks = 'Meta Pixel';

/** The browser's part of https://developers.facebook.com/docs/meta-pixel: it has no calls, so that an id cannot be checked. */
export const facebookPixel: Connector = {
  ...{ type: 'facebookPixel', label: 'Facebook Pixel', categories: ['crm'], use: 'page events' },
  auth: [
    {
      ...{ kind: 'config', label: 'Pixel ID' },
      fields: [
        {
          ...{ key: 'pixelId', label: 'Pixel ID', kind: 'text' },
          hint: 'In Meta Events Manager, under Data sources. It counts visitors who allow it, and gets no answers from us.',
          pattern: { source: '\\d{10,20}', message: 'A pixel ID is a number of 15 or 16 digits' },
        },
      ],
    },
  ],
  check: async ({ config: { pixelId } }) => ({ id: `${pixelId}`, label: `Pixel ${pixelId}` }),
  pageTag: ({ pixelId }) => ({
    asks,
    script: 'https://connect.facebook.net/en_US/fbevents.js',
    id: `${pixelId}`,
    origins: ['https://connect.facebook.net', 'https://www.facebook.com'],
  }),
};
