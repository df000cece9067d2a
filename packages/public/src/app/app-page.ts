import { type Html, html } from '../html.ts';
import { type PageFiles, page } from '../page.ts';
import type { AppPageView, BlockView } from './app-views.ts';
import { blocksHtml } from './blocks.ts';
import { partsHtml } from './form-block.ts';
import { icon } from './icons.ts';

/** Pages that the bar of a phone names; others are behind 'More'. */
const inBar = 4;

const initials = (name: string): string =>
  name
    .split(/[\s.@_-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');

type Entry = AppPageView['pages'][number];

const link = ({ label, href, isOpen }: Entry, inner: Html = html`${label}`): Html =>
  html`<a href="${href}"${isOpen && html` aria-current="page"`}>${inner}</a>`;

const withIcon = (entry: Entry): Html =>
  link(entry, html`${icon(entry.icon ?? 'file-text', 20)}<span>${entry.label}</span>`);

function personHtml({ person, signIn }: AppPageView): Html | null {
  if (person === null) return signIn === null ? null : html`<a class="button" href="${signIn}">Sign in</a>`;
  const { name, email, signOut } = person;
  return html`<details class="person"><summary><span class="avatar" aria-hidden="true">${initials(name || email)}</span><span class="who"><span>${name || email}</span>${name !== '' && html`<span class="below">${email}</span>`}</span>${icon('chevron-down')}</summary><div class="menu"><p>${email}</p><form method="post" action="${signOut.action}">${partsHtml(signOut.parts)}<button type="submit">Sign out</button></form></div></details>`;
}

function barHtml({ pages }: AppPageView): Html | null {
  if (pages.length < 2) return null;
  const shown = pages.length > inBar + 1 ? pages.slice(0, inBar) : pages;
  const others = pages.slice(shown.length);
  const more =
    others.length > 0 &&
    html`<details class="others"><summary>${icon('ellipsis', 20)}<span>More</span></summary><div class="menu">${others.map((entry) => link(entry))}</div></details>`;
  return html`<nav class="bar" aria-label="Pages">${shown.map(withIcon)}${more}</nav>`;
}

const markHtml = ({ appName, logo }: AppPageView): Html =>
  logo === null
    ? html`<span class="mark" aria-hidden="true">${initials(appName).slice(0, 1)}</span>`
    : html`<img class="logo" src="${logo}" alt="">`;

const head = (view: AppPageView): Html =>
  html`<header class="top"><a class="brand" href="${view.home}">${markHtml(view)}<span>${view.appName}</span></a>${
    view.pages.length > 1 &&
    html`<nav class="pages" aria-label="Pages">${view.pages.map((entry) => (view.navigation === 'side' ? withIcon(entry) : link(entry)))}</nav>`
  }<span class="space"></span>${personHtml(view)}</header>`;

const footHtml = ({ appName, person }: AppPageView): Html =>
  html`<footer><span>${appName}</span>${person !== null && html`<form method="post" action="${person.signOut.action}">${partsHtml(person.signOut.parts)}<button class="plain" type="submit">Sign out</button></form>`}</footer>`;

const holdsTitle = (blocks: readonly BlockView[]): boolean =>
  blocks.some(({ content }) => {
    if (content.kind === 'heading') return content.level === 1;
    if (content.kind === 'columns') return content.columns.some(holdsTitle);
    return 'blocks' in content && holdsTitle(content.blocks);
  });

/** A page of an app: whole without a script. */
export function appPage(files: PageFiles, view: AppPageView): string {
  const hasTitle = holdsTitle(view.blocks);
  const body = html`<div class="app nav-${view.navigation}${view.canvas ? ' canvas' : ''}"${view.live !== null && html` data-live="${view.live}"`}><a class="skip" href="#main">Skip to content</a>${head(view)}<main id="main" tabindex="-1">${view.notice !== null && html`<div class="notice" role="status"><p>${view.notice}</p></div>`}${view.fault !== null && html`<div class="alert" role="alert" tabindex="-1"><p>${view.fault}</p></div>`}${!hasTitle && html`<h1 class="sr">${view.title}</h1>`}${blocksHtml(view.blocks)}</main>${footHtml(view)}${barHtml(view)}</div>`;
  const { site = view.appName } = files;
  // The first page is what search engines show of an app; others are told apart by their titles.
  const isFirst = files.site !== undefined && view.pages[0]?.isOpen === true;
  const title = isFirst || view.title === view.appName ? site : `${view.title} · ${site}`;
  return page(files, title, body);
}

/** What is said in the place of a page. */
export function appMessage(
  files: PageFiles,
  title: string,
  sentence: string,
  link: { readonly label: string; readonly href: string } | null = null,
): string {
  const onward = link !== null && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`;
  return page(
    files,
    title,
    html`<main class="alone"><h1 tabindex="-1">${title}</h1><p>${sentence}</p>${onward}</main>`,
  );
}
