import { z } from 'zod';
import type { StandIn } from '../stand-in.ts';
import { graph, graphMe, graphWays } from './microsoft.ts';

const values = { to: 'bo@example.org', subject: 'Hello', text: '<b>Größe</b>\n& more' };
const message = {
  subject: values.subject,
  body: { contentType: 'Text', content: values.text },
  toRecipients: [{ emailAddress: { address: values.to } }],
};

/** By https://learn.microsoft.com/en-us/graph/api/user-sendmail. */
export const outlook = (): StandIn => ({
  routes: [
    graphMe,
    {
      ...{ method: 'POST', url: `${graph}/me/sendMail`, adds: true },
      body: z.strictObject({
        message: z.strictObject({
          subject: z.string(),
          body: z.strictObject({ contentType: z.enum(['Text', 'HTML']), content: z.string() }),
          toRecipients: z
            .array(z.strictObject({ emailAddress: z.strictObject({ address: z.email() }) }))
            .min(1),
        }),
        saveToSentItems: z.boolean(),
      }),
      answer: () => ({ status: 202, text: '' }),
    },
  ],
  ways: graphWays,
  target: {},
  fields: [
    { id: 'to', name: 'To', kind: 'text', address: true, required: true, template: true },
    { id: 'subject', name: 'Subject', kind: 'text', required: true, template: true },
    { id: 'text', name: 'Text', kind: 'text', required: true, template: true },
  ],
  values,
  sent: [{ message, saveToSentItems: true }],
});
