import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { dialled, templateField, textAt } from '../fields.ts';
import { listed } from '../lists.ts';
import { messageField, messageOf } from '../messages.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { basic, byConfig, copied, secret } from '../ways.ts';

const account = z.object({ sid: z.string(), friendly_name: z.string().nullish() });
const numbers = z.object({
  incoming_phone_numbers: z.array(z.object({ phone_number: z.string() })),
  next_page_uri: z.string().nullish(),
});
const sent = z.object({ sid: z.string() });

const sid = { source: 'AC[0-9a-fA-F]{32}', message: 'An account SID begins with AC' };
const phoneNumber = { source: '\\+[1-9]\\d{6,14}', message: 'A phone number begins with + and the country' };
const isNumber = new RegExp(`^${phoneNumber.source}$`);
const pathOf = ({ config }: ServiceHttp): string =>
  `/2010-04-01/Accounts/${encodeURIComponent(String(config.accountSid))}`;

/** Text messages from a number of one's own: https://www.twilio.com/docs/messaging/api/message-resource. */
export const twilio: Connector = {
  ...{ type: 'twilio', label: 'Twilio', categories: ['messaging'], use: 'write' },
  auth: [
    byConfig(
      'Account SID and auth token',
      [
        copied('accountSid', 'Account SID', 'On the start page of the Twilio console.', sid, { leads: true }),
        secret('authToken', 'Auth token', 'Below the account SID.'),
        copied('phoneNumber', 'Phone Number', 'Messages are sent from this number.', phoneNumber, {
          offeredAfter: ['accountSid', 'authToken'],
        }),
      ],
      ({ accountSid, authToken }) => basic(accountSid, authToken),
    ),
  ],
  baseUrl: 'https://api.twilio.com',
  rateLimit: { requests: 1, per: 1_000, of: 'connection' },
  check: async (http) => {
    const { sid, friendly_name } = await http.get(`${pathOf(http)}.json`, account);
    return { id: sid, label: friendly_name || sid };
  },
  offered: {
    phoneNumber: async (http) => {
      const paging = { link: (page: z.infer<typeof numbers>) => page.next_page_uri };
      const path = `${pathOf(http)}/IncomingPhoneNumbers.json`;
      const all = await listed(http, path, numbers, 'incoming_phone_numbers', paging, { PageSize: 1_000 });
      return all.map((one) => one.phone_number);
    },
  },
  fieldsOf: async () => [templateField('to', 'To', { required: true }), messageField],
  write: {
    repeats: 'ask',
    run: async (http, _target, { values }) => {
      const To = dialled(textAt(values, 'to'));
      const problem = `“${To.slice(0, 40)}” is not one phone number with + and the country`;
      if (!isNumber.test(To)) throw new ServiceFault('permanent', problem);
      const form = { To, From: String(http.config.phoneNumber), Body: messageOf(values, 'Twilio', 1_600) };
      await http.post(`${pathOf(http)}/Messages.json`, sent, { form });
      return { said: `Sent a message to ${To}` };
    },
  },
};
