import type { Connector } from '../connector.ts';
import { mailFields, mailOf } from '../mails.ts';
import { onGraph } from '../microsoft/microsoft.ts';

/** Mails from the person's own address: https://learn.microsoft.com/en-us/graph/api/user-sendmail. */
export const outlook: Connector = {
  ...{ type: 'outlook', label: 'Outlook', categories: ['email'], use: 'write' },
  purpose: 'Send a mail',
  ...onGraph('Mail.Send'),
  rateLimit: { requests: 30, per: 60_000 },
  fieldsOf: async () => mailFields,
  write: {
    repeats: 'ask',
    run: async (http, _target, { values }) => {
      const { to, subject, text } = mailOf(values);
      const message = {
        subject,
        body: { contentType: 'Text', content: text },
        toRecipients: [{ emailAddress: { address: to } }],
      };
      await http.sendRaw('POST', '/me/sendMail', { json: { message, saveToSentItems: true } });
      return { said: `Sent a mail to ${to}` };
    },
  },
};
