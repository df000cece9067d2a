import { directionOf } from '@weft/forms';
import { Html, html } from './html.ts';
import { languageName, type PageLanguage, type Words, wordsFor } from './languages/words.ts';

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
  /** Its texts are read from the right although its words are not. */
  readonly fromRight?: true;
  /** English where it is not said. */
  readonly language?: PageLanguage;
  /** The address that this page is known by, where it is at more than one. */
  readonly canonical?: string;
  /** Its script says nothing by itself. */
  readonly silent?: true;
  /** Search engines may show it. */
  readonly index?: true;
  readonly description?: string;
  /** What it is called in place of its own title. */
  readonly name?: string;
  /** What all pages together are called in the titles of an app, where that is not its name. */
  readonly site?: string;
  /** Its picture in a tab. */
  readonly icon?: { readonly address: string; readonly type: string };
  /** Above everything. */
  readonly cover?: { readonly address: string; readonly width: number; readonly height: number };
}

/** What a page says by itself. */
export const wordsOf = ({ language }: Pick<PageFiles, 'language'>): Words =>
  wordsFor(language?.language ?? 'en');

/** The id of the form that a page's answers stand in. */
export const answerForm = 'answer';
/** What the button does that shows a page in another language, and the name of what is chosen. */
export const languageMove = 'language';
export const languageParameter = 'lang';

/**
 * The languages of a page to choose from. Beside questions it is sent with what is filled in, so that without a script too
 * nothing is lost; elsewhere it opens the page anew.
 */
function languages(files: PageFiles, hasAnswer: boolean): Html | false {
  const { language } = files;
  if (language === undefined || language.offered.length < 2) return false;
  const { say } = wordsOf(files);
  const own = hasAnswer && html` form="${answerForm}"`;
  const move = hasAnswer && html` name="go" value="${languageMove}"`;
  // Enter presses the first button of a form, which this one must not be.
  const usual =
    hasAnswer &&
    html`<button class="unseen"${own} name="go" value="next" tabindex="-1" aria-hidden="true">${say('next')}</button>`;
  return html`<header><form class="languages" method="get">${usual}<label for="lang">${say('language')}</label><select class="control" id="lang" name="${languageParameter}"${own} autocomplete="off">${language.offered.map(
    (each) =>
      html`<option value="${each}" lang="${each}"${each === language.language && html` selected`}>${languageName(each)}</option>`,
  )}</select><button class="plain" type="submit"${own}${move}>${say('change')}</button></form></header>`;
}

/** The texts of scripts, which would be too many to load in every language; nothing of them is anybody's but ours. */
const scriptTexts = (files: PageFiles): Html =>
  new Html(
    `<template id="texts">${JSON.stringify(wordsOf(files).script).replace(/[<&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)}</template>`,
  );

/** The script shows it, and asks: without scripts there is nothing to let. */
const consent = ({ type, asks, script, id }: NonNullable<PageFiles['tag']>, { say }: Words): Html =>
  html`<aside class="consent" aria-label="${say('countingVisits')}" hidden data-tag="${type}" data-asks="${asks}" data-script="${script}" data-id="${id}"></aside>`;

/** The whole document around what a page shows. */
export function page(
  files: PageFiles,
  title: string,
  main: Html,
  { hasAnswer = false }: { readonly hasAnswer?: boolean } = {},
): string {
  const { scripts, styles, fonts, scheme, style, cover, tag, canonical, index, description, icon } = files;
  const words = wordsOf(files);
  const document = html`<!doctype html>
<html lang="${words.language}" dir="${files.fromRight === true ? 'rtl' : directionOf(words.language)}"${scheme !== undefined && html` data-theme="${scheme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${index !== true && html`<meta name="robots" content="noindex">`}
${description !== undefined && html`<meta name="description" content="${description}">`}
<meta name="theme-color" content="#f9f8f6" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#131210" media="(prefers-color-scheme: dark)">
<title>${files.name ?? title}</title>
${canonical !== undefined && html`<link rel="canonical" href="${canonical}">`}
<link rel="icon" href="${icon?.address ?? '/mark.svg'}" type="${icon?.type ?? 'image/svg+xml'}">
${styles.map((style) => html`<link rel="stylesheet" href="${style}">`)}
${fonts.map((font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin fetchpriority="low">`)}
${style !== undefined && new Html(`<style>${style}</style>`)}
${scripts.map((script) => html`<script type="module" src="${script}"></script>`)}
</head>
<body>
${cover !== undefined && html`<img class="cover" src="${cover.address}" width="${cover.width}" height="${cover.height}" alt="" fetchpriority="high">`}
${languages(files, hasAnswer)}
${main}
${tag !== undefined && consent(tag, words)}
${scripts.length > 0 && files.silent !== true && scriptTexts(files)}
</body>
</html>
`;
  return document.text;
}
