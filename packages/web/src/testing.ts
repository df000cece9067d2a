import './app.css';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';

// What moves is looked at where it ends.
const still = new CSSStyleSheet();
still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important }');
document.adoptedStyleSheets.push(still);
document.documentElement.lang = 'en';

/** Draws a part of a page, until the test ends. */
export function show(part: ReactNode): void {
  const host = document.createElement('main');
  document.body.append(host);
  const root = createRoot(host);
  root.render(part);
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
}

/** By which role something is found, and its name; 'text' is what only reads. */
export type Shown = readonly [
  role: 'text' | 'status' | 'button' | 'list' | 'progressbar' | 'link',
  name: string,
];

/** A part says what it should, and passes axe in both themes. */
export async function expectShown([role, name]: Shown): Promise<void> {
  const found =
    role === 'text' ? page.getByText(name, { exact: false }) : page.getByRole(role, { name, exact: false });
  await expect.element(found.last()).toBeVisible();
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset.theme = theme;
    const { violations } = await axe.run('main');
    const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`);
    expect(faults, theme).toEqual([]);
  }
}
