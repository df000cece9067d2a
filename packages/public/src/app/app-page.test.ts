import { expect, it } from 'vitest';
import { appPage } from './app-page.ts';
import type { AppPageView } from './app-views.ts';

const files = { scripts: [], styles: [], fonts: [] };
const pages = ['Roadmap', 'Goals'];

function titleOf(open: string, site?: string): string | undefined {
  const view: AppPageView = {
    ...{ appName: 'Plans', logo: null, title: open, navigation: 'top', home: '/' },
    pages: pages.map((label) => ({ label, href: `/${label}`, icon: null, isOpen: label === open })),
    ...{ person: null, signIn: null, blocks: [], notice: null, fault: null, canvas: false, live: null },
  };
  const page = appPage({ ...files, ...(site !== undefined && { site }) }, view);
  return /<title>(.*?)<\/title>/.exec(page)?.[1];
}

it('pages of an app have titles of their own, also where it is called otherwise for search engines', () => {
  expect(pages.map((open) => titleOf(open))).toEqual(['Roadmap · Plans', 'Goals · Plans']);
  expect(pages.map((open) => titleOf(open, 'What we build'))).toEqual([
    'What we build',
    'Goals · What we build',
  ]);
});
