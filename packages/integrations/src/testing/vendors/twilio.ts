import { z } from 'zod';
import type { StandIn } from '../stand-in.ts';

const sid = `AC${'0123456789abcdef'.repeat(2)}`;
const api = `https://api.twilio.com/2010-04-01/Accounts/${sid}`;
const config = { accountSid: sid, authToken: 'token-of-the-account', phoneNumber: '+4930123456' };
const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/);

/** By spec/json/twilio_api_v2010.json of twilio/twilio-oai (MIT); that From and Body are needed is in its words alone. */
export const twilio = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: `${api}.json` },
      answer: () => ({ json: { sid, friendly_name: 'Ada’s account', status: 'active', type: 'Full' } }),
    },
    {
      ...{ method: 'GET', url: `${api}/IncomingPhoneNumbers.json` },
      query: z.strictObject({
        ...{ PageSize: z.coerce.number().min(1).max(1_000), Page: z.string().optional() },
        PageToken: z.string().optional(),
      }),
      answer: ({ query }) => ({
        json:
          query.Page === undefined
            ? {
                incoming_phone_numbers: [{ sid: 'PN1', phone_number: '+4930123456' }],
                next_page_uri: `/2010-04-01/Accounts/${sid}/IncomingPhoneNumbers.json?PageSize=1000&Page=1&PageToken=PA1`,
              }
            : { incoming_phone_numbers: [{ sid: 'PN2', phone_number: '+4930654321' }], next_page_uri: null },
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/Messages.json`, adds: true },
      body: z.strictObject({ To: e164, From: e164, Body: z.string().min(1).max(1_600) }),
      answer: () => ({ status: 201, json: { sid: 'SM1', status: 'queued' } }),
    },
  ],
  ways: [
    {
      config,
      credential: () => ({
        authorization: `Basic ${Buffer.from(`${sid}:${config.authToken}`).toString('base64')}`,
      }),
      account: { id: sid, label: 'Ada’s account' },
    },
  ],
  target: {},
  fields: [
    { id: 'to', name: 'To', kind: 'text', required: true, template: true },
    { id: 'text', name: 'Message', kind: 'text', required: true, template: true },
  ],
  values: { to: '+49 (30) 98-76 54', text: 'Ada & you' },
  sent: [{ To: '+4930987654', From: '+4930123456', Body: 'Ada & you' }],
});
