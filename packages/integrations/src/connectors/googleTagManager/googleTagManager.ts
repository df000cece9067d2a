import type { Connector } from '../connector.ts';

/**
 * The container of https://developers.google.com/tag-platform/tag-manager/web, with the hosts that its guide to content
 * security policies names. It has no calls, so that an id cannot be checked.
 */
export const googleTagManager: Connector = {
  ...{ type: 'googleTagManager', label: 'Google Tag Manager', categories: ['crm'], use: 'page events' },
  auth: [
    {
      ...{ kind: 'config', label: 'Container ID' },
      fields: [
        {
          ...{ key: 'containerId', label: 'Container ID', kind: 'text' },
          hint: 'In Tag Manager, beside the name of the container. Tags of Google run; custom HTML and custom JavaScript do not.',
          pattern: { source: 'GTM-[A-Z0-9]{4,12}', message: 'A container ID begins with GTM-' },
        },
      ],
    },
  ],
  check: async ({ config: { containerId } }) => ({ id: `${containerId}`, label: `${containerId}` }),
  pageTag: ({ containerId }) => ({
    asks: 'Google Tag Manager',
    script: `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(`${containerId}`)}`,
    id: `${containerId}`,
    origins: [
      'https://*.googletagmanager.com',
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
    ],
  }),
};
