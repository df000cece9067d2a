import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { App } from '@weft/apps';
import { type Content, themeCss, themeOf } from '@weft/documents';
import type { PageFiles } from '@weft/public';
import type { FastifyReply } from 'fastify';
import { withFrames, withOrigins } from '../../../http/security.ts';
import type { AppAddresses } from '../addresses.ts';

const sheetLink = /<link rel="stylesheet" href="([^"]+)">/g;

/** The style sheets of a page stand in it: whoever opens it sees it as soon as it is there. */
const withStylesInside = (page: string, read: (path: string) => Buffer | null): string =>
  page.replaceAll(sheetLink, (link, address: string) => {
    const css = read(address)?.toString();
    return css === undefined || css.includes('</') ? link : `<style>${css}</style>`;
  });

function withStyleHashes(headers: OutgoingHttpHeaders, page: string): OutgoingHttpHeaders {
  const styles = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style);
  if (styles.length === 0) return headers;
  const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  const policy = String(headers['content-security-policy']);
  return {
    ...headers,
    'content-security-policy': policy.replace("style-src 'self'", `style-src 'self' ${hashes.join(' ')}`),
  };
}

const scriptsFromRight =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Whether an app is read from the right: its author calls it so, or its pages where its name has no letters. */
function isFromRight({ pages, title }: App): boolean {
  const letters = title.match(/\p{L}/gu) ?? pages.flatMap(({ label }) => label.match(/\p{L}/gu) ?? []);
  return letters.filter((letter) => scriptsFromRight.test(letter)).length * 2 > letters.length;
}

/** The look of an app, and what search engines are told of it: nothing of one that asks people to sign in. */
export function filesOfApp(files: PageFiles, content: Content, app: App, at: AppAddresses): PageFiles {
  const theme = themeOf(content);
  const { seoTitle, seoDescription, favicon } = content.props;
  const [icon = ''] = typeof favicon === 'string' ? favicon.split(' ') : [];
  const isOpen = app.access === 'public' && app.pages.every(({ visibleTo }) => visibleTo === 'everyone');
  return {
    ...files,
    silent: true,
    ...(isFromRight(app) && { fromRight: true }),
    ...(theme !== null && { scheme: theme.scheme, style: themeCss(theme) }),
    ...(isOpen && { index: true }),
    ...(typeof seoTitle === 'string' && seoTitle !== '' && { site: seoTitle }),
    ...(icon !== '' && { icon: { address: at.aside(`images/${icon}`), type: 'image/webp' } }),
    ...(typeof seoDescription === 'string' && seoDescription !== '' && { description: seoDescription }),
  };
}

/** The origins that frames of an app come from. */
const embedded = ({ blocks }: App): readonly string[] => [
  ...new Set(
    [...blocks.values()].flatMap(({ name, settings }) => {
      const link = name === 'embed' ? String(settings.link ?? '') : '';
      const origin = URL.canParse(link) ? new URL(link).origin : '';
      // What is in a host and no letter of one, as `;`, would begin another directive.
      return /^https:\/\/[a-z0-9.:[\]-]+$/.test(origin) ? [origin] : [];
    }),
  ),
];

/** Answers with a page of an app. What was asked for is as its reader may see it, and nobody else keeps it. */
export function appAnswer(headers: OutgoingHttpHeaders, read: (path: string) => Buffer | null) {
  return (
    reply: FastifyReply,
    status: number,
    text: string,
    { app = null as App | null, isFramed = false } = {},
  ): FastifyReply => {
    const page = withStylesInside(text, read);
    const loading = app === null ? headers : withOrigins(headers, embedded(app), ['frame-src']);
    const framed = isFramed ? withFrames(loading, []) : loading;
    const isPacked = /\bgzip\b/.test(String(reply.request.headers['accept-encoding'] ?? ''));
    return (isFramed ? reply.removeHeader('x-frame-options') : reply)
      .code(status)
      .headers(withStyleHashes(framed, page))
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .headers(isPacked ? { 'content-encoding': 'gzip', vary: 'accept-encoding' } : {})
      .send(isPacked ? Readable.from([Buffer.from(page)]).pipe(createGzip()) : page);
  };
}
