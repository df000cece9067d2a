import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Published } from '@weft/db';
import { formSettingsOf } from '@weft/forms';
import type { FastifyReply } from 'fastify';
import { originAt } from '../../http/own-domains.ts';
import { withFrames, withOrigins, withVideos } from '../../http/security.ts';
import { captchaOrigins } from './captchas.ts';
import type { FormsDeps } from './deps.ts';
import { needOfConnection } from './form-gate.ts';
import { videosOf } from './form-videos.ts';
import { withStyle } from './page-look.ts';
import { withStylesInside } from './page-styles.ts';
import { tagOf } from './page-tag.ts';
import { cardOrigins } from './payments/card-on-page.ts';

/** Tells the service worker not to keep a page: what asks for something first is not to be read without. */
const offlineHeader = 'x-keep-offline';

/** What a tag is loaded and tells by. */
const countingDirectives = ['script-src', 'connect-src', 'img-src'];

/** A form as its headers need it: what is not published has no password and no captcha. */
type Shown = Pick<Published, 'content' | 'settings'> &
  Partial<Pick<Published, 'passwordHash' | 'captcha' | 'pageTag' | 'domain'>> & {
    /** Cards are filled in on it. */
    readonly card?: boolean;
  };

/** Answers with a page; one that shows a form has the headers that the form needs, and no more. */
export function pageAnswer(
  deps: Pick<FormsDeps, 'captchas' | 'baseUrl'>,
  headers: OutgoingHttpHeaders,
  read: (path: string) => Buffer | null,
) {
  const headersOf = (shown: Shown): OutgoingHttpHeaders => {
    const { content, settings, captcha = null, pageTag = null, domain = null, card = false } = shown;
    const loading = withOrigins(withVideos(headers, videosOf(content)), captchaOrigins(deps, { captcha }));
    const origins = tagOf({ content, pageTag })?.origins ?? [];
    const paying = (card ? cardOrigins : []).reduce(
      (all, [directive, from]) => withOrigins(all, from, [directive]),
      loading,
    );
    const counting = withOrigins(paying, origins, countingDirectives);
    const [own, ...at] = [null, ...(domain === null ? [] : [domain])].map((host) =>
      originAt(deps.baseUrl(), host),
    );
    // Whoever fills the form in may be signed in here: the script of a tag reaches forms, and no other call. The files
    // of pages are fetched to be there without a connection.
    const forms = [`${own}/t/`, `${own}/assets/public/`, ...at.map((origin) => `${origin}/`)];
    const policy = String(counting['content-security-policy']);
    const kept = policy.replace("connect-src 'self'", `connect-src ${forms.join(' ')}`);
    const answered = origins.length === 0 ? counting : { ...counting, 'content-security-policy': kept };
    // The editor shows it in a frame, and it may be at another host than that is.
    const hosts = domain === null ? [] : [String(own), ...at];
    return withFrames(answered, [...hosts, ...formSettingsOf(settings).embedSites]);
  };
  return (reply: FastifyReply, status: number, text: string, shown?: Shown): FastifyReply => {
    const { method, headers: asked } = reply.request;
    // What answers a form that was sent takes the place of a page that has its styles.
    const isOpened = method === 'GET';
    const page = isOpened ? withStylesInside(text, read) : text;
    const isPacked = isOpened && /\bgzip\b/.test(String(asked['accept-encoding'] ?? ''));
    return (
      (shown === undefined ? reply : reply.removeHeader('x-frame-options'))
        .code(status)
        .headers(shown === undefined ? headers : withStyle(headersOf(shown), page))
        .headers(shown !== undefined && needOfConnection(shown) !== null ? { [offlineHeader]: 'never' } : {})
        .header('content-type', 'text/html; charset=utf-8')
        // Each page carries an id of its own, under which its answer is taken once.
        .header('cache-control', 'no-store')
        .headers(isPacked ? { 'content-encoding': 'gzip', vary: 'accept-encoding' } : {})
        .send(isPacked ? Readable.from([Buffer.from(page)]).pipe(createGzip()) : page)
    );
  };
}
