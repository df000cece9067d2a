import type { SMTPSentMessageInfo, Transporter } from 'nodemailer';
import type { ConfigField, Connector } from '../connector.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { textOf } from '../values.ts';

const seconds = 1_000;
/** Characters of what a mail server says that are told. */
const toldMessage = 300;

const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
const address = `[^\\s@<>()\\[\\],;:"\\\\]{1,64}@${label}(?:\\.${label})+`;
const isAddress = new RegExp(`^${address}$`, 'u');

const fields: readonly ConfigField[] = [
  {
    ...{ key: 'host', label: 'Host', kind: 'text' },
    pattern: {
      source: `(?=.{1,253}$)${label}(?:\\.${label})*\\.?|[0-9A-Fa-f]*:[0-9A-Fa-f:]+`,
      message: 'Please enter a valid host',
    },
  },
  {
    ...{ key: 'port', label: 'Port', kind: 'number', initial: 587 },
    pattern: {
      source: '[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]',
      message: 'A port is a number from 1 to 65535',
    },
  },
  { key: 'username', label: 'Username', kind: 'text' },
  {
    ...{ key: 'email', label: 'Email', kind: 'text', hint: 'Mails are sent from this address.' },
    pattern: { source: address, message: 'Please enter a valid email address' },
  },
  { key: 'password', label: 'Password', kind: 'text', secret: true },
  {
    ...{ key: 'encryption', label: 'Encryption', kind: 'choice', initial: 'TLS' },
    hint: 'TLS usually goes with port 587, SSL with port 465.',
    choices: [
      { value: 'TLS', label: 'TLS' },
      { value: 'SSL', label: 'SSL' },
    ],
  },
];

/** A mail server of whoever connects it (RFC 5321), which is always spoken to encrypted. */
export const smtp: Connector = {
  ...{ type: 'smtp', label: 'SMTP', categories: ['email'], use: 'write' },
  auth: [{ kind: 'config', label: 'Mail server', fields }],
  check: async (http) => {
    await withServer(http, (transport) => transport.verify());
    const { username, host, email } = http.config;
    return { id: `${username} ${host}`, label: String(email) };
  },
  fieldsOf: async () => [
    { id: 'to', name: 'To', kind: 'text', required: true, template: true },
    { id: 'subject', name: 'Subject', kind: 'text', required: true, template: true },
    { id: 'text', name: 'Text', kind: 'text', required: true, template: true },
  ],
  write: {
    repeats: 'ask',
    run: async (http, _target, { key, values }) => {
      const to = textOf(values.get('to') ?? '').trim();
      if (!isAddress.test(to))
        throw new ServiceFault('permanent', `“${to.slice(0, 60)}” is not one email address`);
      const email = String(http.config.email);
      await withServer(http, async (transport, sending) => {
        transport.use('stream', ({ message }, done) => {
          message.processFunc((stream) => {
            sending();
            return stream;
          });
          done();
        });
        await transport.sendMail({
          from: { name: '', address: email },
          // As an object, the address is never read as a list of several.
          to: { name: '', address: to },
          subject: textOf(values.get('subject') ?? '').replaceAll(/\s+/g, ' '),
          text: textOf(values.get('text') ?? ''),
          messageId: `<${key.replaceAll(/[^\w.-]/g, '_')}@${email.slice(email.lastIndexOf('@') + 1)}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      });
      return { said: `Sent a mail to ${to}` };
    },
  },
};

/** Works with a connection to the mail server; `sending` is called once a mail may be on its way. */
async function withServer<T>(
  http: ServiceHttp,
  work: (transport: Transporter<SMTPSentMessageInfo>, sending: () => void) => Promise<T>,
): Promise<T> {
  const { host, port, username, password, encryption } = http.config;
  // Fetched by the first mail: many servers send none.
  const { createTransport } = await import('nodemailer');
  const connection = await http.connect(String(host), Number(port));
  const transport = createTransport({
    ...{ host: String(host), port: Number(port), connection, secure: encryption === 'SSL' },
    // The password never travels in the clear.
    requireTLS: true,
    auth: { user: String(username), pass: String(password) },
    ...{ greetingTimeout: 15 * seconds, socketTimeout: 30 * seconds },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  let isSending = false;
  try {
    return await work(transport, () => {
      isSending = true;
    });
  } catch (error) {
    throw faultOf(error, isSending);
  } finally {
    transport.close();
    connection.destroy();
  }
}

/** What the mail server refused, or that it said nothing more. */
function faultOf(error: unknown, isSending: boolean): ServiceFault {
  const {
    code = '',
    responseCode,
    message,
  } = error as Error & {
    readonly code?: string;
    readonly responseCode?: number;
  };
  if (responseCode !== undefined)
    return new ServiceFault(
      responseCode < 500 ? 'retry' : code === 'EAUTH' ? 'reconnect' : 'permanent',
      `The mail server refused: ${message.slice(0, toldMessage)}`,
      { cause: error, status: responseCode },
    );
  return new ServiceFault(
    isSending ? 'unknown' : 'retry',
    `The mail server did not answer to the end: ${message.slice(0, toldMessage)}`,
    { cause: error },
  );
}
