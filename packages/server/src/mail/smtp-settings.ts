/** What `SMTP_URL` says: `smtp://user:password@host:587?from=weft@example.org`, or `smtps://`. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise it begins when the mail server offers it. */
  readonly secure: boolean;
  /** The mail server is this machine. */
  readonly local: boolean;
  readonly user: string | null;
  readonly password: string | null;
  /** The sender's address; null: made from the server's own name. */
  readonly from: string | null;
}

const isAddress = (text: string): boolean => /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(text);

/** Null: not such an address. */
export function readSmtpUrl(text: string): SmtpSettings | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  if ((!secure && url.protocol !== 'smtp:') || url.hostname === '') return null;
  if (!['', '/'].includes(url.pathname) || url.hash !== '') return null;
  const named = [...url.searchParams.keys()];
  const from = url.searchParams.get('from');
  if (named.some((name) => name !== 'from') || (from !== null && !isAddress(from))) return null;
  try {
    const user = url.username === '' ? null : decodeURIComponent(url.username);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return {
      host,
      port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
      secure,
      local: host === 'localhost' || host === '::1' || host.startsWith('127.'),
      user,
      password: url.password === '' ? null : decodeURIComponent(url.password),
      from: from ?? (user !== null && isAddress(user) ? user : null),
    };
  } catch {
    return null;
  }
}

/** The address mails come from: the one set, else `weft@` this server's name. */
export function senderAddress(smtp: SmtpSettings, baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  const named = /[a-z]/i.test(hostname) && !hostname.startsWith('[');
  return smtp.from ?? `weft@${named ? hostname : 'localhost'}`;
}
