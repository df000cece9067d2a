import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Published } from '@weft/db';
import { type Content, type Json, pageTheme, themeCss, themeOf } from '@weft/documents';
import { imageOf, readCustomCss } from '@weft/forms';
import type { PageFiles } from '@weft/public';
import { originAt } from '../../http/own-domains.ts';
import type { FormsDeps } from './deps.ts';
import { themeAddress } from './themes.ts';

/** Style sheets that were read last: each opening of a form's pages asks for the same one. */
const readCss = new Map<string, string>();
const mostRead = 100;

/** What is kept of a form's own style sheet; what its author wrote is never served itself. */
function ownCss(text: Json | undefined): string {
  if (typeof text !== 'string') return '';
  const css = readCss.get(text) ?? readCustomCss(text).css;
  readCss.delete(text);
  readCss.set(text, css);
  const [oldest] = readCss.keys();
  if (readCss.size > mostRead && oldest !== undefined) readCss.delete(oldest);
  return css;
}

/** The files of a page that looks as its form says; `addressOf` is where its images are, null: they are not shown. */
export function withLook(
  files: PageFiles,
  content: Content,
  addressOf: ((fileId: string) => string) | null,
): PageFiles {
  const theme = themeOf(content);
  const known = pageTheme(content.props.theme);
  const [cover, background] = ['cover', 'background'].map((key) =>
    addressOf === null ? null : imageOf(content.props[key]),
  );
  const isOwn = theme !== null && JSON.stringify(theme) !== JSON.stringify(known);
  // An address of ours holds no sign that could end the text it stands in.
  const behind =
    background && addressOf
      ? `body{background-image:url("${addressOf(background.fileId)}");background-size:cover;background-attachment:fixed;background-position:center}main{background:var(--w-canvas)}`
      : '';
  const style = `${isOwn ? themeCss(theme) : ''}${behind}${ownCss(content.props.css)}`;
  return {
    ...files,
    styles: known === undefined || isOwn ? files.styles : [...files.styles, themeAddress(known.name)],
    ...(theme !== null && { scheme: theme.scheme }),
    ...(style !== '' && { style }),
    ...(cover &&
      addressOf && {
        cover: { address: addressOf(cover.fileId), width: cover.width, height: cover.height },
      }),
  };
}

/** The root of the form's own domain, which is its address also where it is opened elsewhere. */
export const canonicalOf = (
  { baseUrl }: Pick<FormsDeps, 'baseUrl'>,
  { domain }: Pick<Published, 'domain'>,
): Pick<PageFiles, 'canonical'> => (domain === null ? {} : { canonical: `${originAt(baseUrl(), domain)}/` });

/** The headers of a page with the style elements that it may hold, by their hashes. */
export function withStyle(headers: OutgoingHttpHeaders, page: string): OutgoingHttpHeaders {
  const styles = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style);
  if (styles.length === 0) return headers;
  const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  const policy = String(headers['content-security-policy']);
  return {
    ...headers,
    'content-security-policy': policy.replace("style-src 'self'", `style-src 'self' ${hashes.join(' ')}`),
  };
}
