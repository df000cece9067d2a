import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { allPages, textOf } from '../values.ts';

const account = z.object({ sid: z.string(), friendly_name: z.string().nullish() });
const numbers = z.object({
  incoming_phone_numbers: z.array(z.object({ phone_number: z.string() })),
  next_page_uri: z.string().nullish(),
});
const sent = z.object({ sid: z.string() });

/** Characters of a message in several parts. */
const maxText = 1_600;
const isNumber = /^\+[1-9]\d{6,14}$/;
const pathOf = ({ config }: ServiceHttp): string =>
  `/2010-04-01/Accounts/${encodeURIComponent(String(config.accountSid))}`;

/** Text messages from a number of one's own: https://www.twilio.com/docs/messaging/api/message-resource. */
export const twilio: Connector = {
  ...{ type: 'twilio', label: 'Twilio', categories: ['messaging'], use: 'write' },
  auth: [
    {
      kind: 'config',
      label: 'Account SID and auth token',
      fields: [
        {
          ...{ key: 'accountSid', label: 'Account SID', kind: 'text', leads: true },
          hint: 'On the start page of the Twilio console.',
          pattern: { source: 'AC[0-9a-fA-F]{32}', message: 'An account SID begins with AC' },
        },
        { key: 'authToken', label: 'Auth token', kind: 'text', secret: true, hint: 'Below the account SID.' },
        {
          ...{ key: 'phoneNumber', label: 'Phone Number', kind: 'text' },
          hint: 'Messages are sent from this number.',
          offeredAfter: ['accountSid', 'authToken'],
          pattern: { source: '\\+[1-9]\\d{6,14}', message: 'A phone number begins with + and the country' },
        },
      ],
      headers: ({ accountSid, authToken }) => ({
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      }),
    },
  ],
  baseUrl: 'https://api.twilio.com',
  rateLimit: { requests: 1, per: 1_000, of: 'connection' },
  check: async (http) => {
    const { sid, friendly_name } = await http.get(`${pathOf(http)}.json`, account);
    return { id: sid, label: friendly_name || sid };
  },
  offered: {
    phoneNumber: async (http) => {
      const found = await allPages(
        async (path = `${pathOf(http)}/IncomingPhoneNumbers.json?PageSize=1000`) => {
          const page = await http.get(path, numbers);
          return {
            items: page.incoming_phone_numbers,
            next: page.next_page_uri?.startsWith('/') ? page.next_page_uri : null,
          };
        },
      );
      return found.map(({ phone_number }) => phone_number);
    },
  },
  fieldsOf: async () => [
    { id: 'to', name: 'To', kind: 'text', required: true, template: true },
    { id: 'text', name: 'Message', kind: 'text', required: true, template: true },
  ],
  write: {
    repeats: 'ask',
    run: async (http, _target, { values }) => {
      const To = textOf(values.get('to') ?? '').replaceAll(/[\s()./-]/g, '');
      if (!isNumber.test(To))
        throw new ServiceFault(
          'permanent',
          `“${To.slice(0, 40)}” is not one phone number with + and the country`,
        );
      const Body = textOf(values.get('text') ?? '');
      if (Body.length > maxText)
        throw new ServiceFault(
          'permanent',
          'The message is longer than the 1,600 characters that Twilio takes',
        );
      const form = { To, From: String(http.config.phoneNumber), Body };
      await http.post(`${pathOf(http)}/Messages.json`, sent, { form });
      return { said: `Sent a message to ${To}` };
    },
  },
};
