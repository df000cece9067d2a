import { Html, html } from './html.ts';

/** The built files a page loads, as addresses; none before there is a build: the page works without. */
export interface PageFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
  /** Of a theme that is light or dark whatever the device wishes. */
  readonly scheme?: 'light' | 'dark';
  /** The style sheet of its own look; none of its text is anybody's but ours. */
  readonly style?: string;
  /** A script of somebody else's, which is loaded for whoever lets it. */
  readonly tag?: {
    readonly type: string;
    readonly asks: string;
    readonly script: string;
    readonly id: string;
  };
  /** The address that this page is known by, where it is at more than one. */
  readonly canonical?: string;
  /** Above everything. */
  readonly cover?: { readonly address: string; readonly width: number; readonly height: number };
}

/** The script shows it, and asks: without scripts there is nothing to let. */
const consent = ({ type, asks, script, id }: NonNullable<PageFiles['tag']>): Html =>
  html`<aside class="consent" aria-label="Counting visits" hidden data-tag="${type}" data-asks="${asks}" data-script="${script}" data-id="${id}"></aside>`;

/** The whole document around what a page shows. */
export function page(files: PageFiles, title: string, main: Html): string {
  const { scripts, styles, fonts, scheme, style, cover, tag, canonical } = files;
  const document = html`<!doctype html>
<html lang="en"${scheme !== undefined && html` data-theme="${scheme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" content="#f9f8f6" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#131210" media="(prefers-color-scheme: dark)">
<title>${title}</title>
${canonical !== undefined && html`<link rel="canonical" href="${canonical}">`}
<link rel="icon" href="/mark.svg" type="image/svg+xml">
${styles.map((style) => html`<link rel="stylesheet" href="${style}">`)}
${fonts.map((font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin fetchpriority="low">`)}
${style !== undefined && new Html(`<style>${style}</style>`)}
${scripts.map((script) => html`<script type="module" src="${script}"></script>`)}
</head>
<body>
${cover !== undefined && html`<img class="cover" src="${cover.address}" width="${cover.width}" height="${cover.height}" alt="" fetchpriority="high">`}
${main}
${tag !== undefined && consent(tag)}
</body>
</html>
`;
  return document.text;
}
