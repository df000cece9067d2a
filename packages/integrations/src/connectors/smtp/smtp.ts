import type { SMTPSentMessageInfo, Transporter } from 'nodemailer';
import type { ConfigField, Connector } from '../connector.ts';
import { emailAddress, hostName, mailFields, mailOf } from '../mails.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';

const seconds = 1_000;
/** Characters of what a mail server says that are told. */

const fields: readonly ConfigField[] = [
  {
    ...{ key: 'host', label: 'Host', kind: 'text', leads: true },
    pattern: {
      source: `${hostName}|[0-9A-Fa-f]*:[0-9A-Fa-f:]+`,
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
    pattern: { source: emailAddress, message: 'Please enter a valid email address' },
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
  purpose: 'Send a mail',
  auth: [{ kind: 'config', label: 'Mail server', fields }],
  check: async (http) => {
    await withServer(http, (transport) => transport.verify());
    const { username, host, email } = http.config;
    return { id: `${username} ${host}`, label: String(email) };
  },
  fieldsOf: async () => mailFields,
  write: {
    repeats: 'ask',
    run: async (http, _target, { key, values }) => {
      const { to, subject, text } = mailOf(values);
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
          ...{ subject, text },
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
  // A server that says a little again and again is never idle.
  const timer = setTimeout(() => connection.destroy(), 60 * seconds);
  try {
    return await work(transport, () => {
      isSending = true;
    });
  } catch (error) {
    throw faultOf(error, isSending, (words) => http.told(words));
  } finally {
    clearTimeout(timer);
    transport.close();
    connection.destroy();
  }
}

/** What the mail server refused, or that it said nothing more. */
function faultOf(error: unknown, isSending: boolean, told: (words: string) => string): ServiceFault {
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
      `The mail server refused: ${told(message)}`,
      { cause: error, status: responseCode },
    );
  // What OpenSSL says of a port that speaks in the clear first helps nobody.
  if (/SSL routines/.test(message))
    return new ServiceFault(
      'permanent',
      'The mail server does not speak SSL on this port: try TLS, or another port',
      { cause: error },
    );
  return new ServiceFault(
    isSending ? 'unknown' : 'retry',
    `The mail server did not answer to the end: ${told(message)}`,
    { cause: error },
  );
}
