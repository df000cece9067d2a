import { expect, type Page } from '@playwright/test';

export const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const count = (page: Page) => page.getByText(/^[\d,]+ records?$/);
export const choose = async (page: Page, control: string | RegExp, option: string) => {
  await page.getByLabel(control).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
export const undo = async (page: Page) => {
  const answer = page.waitForResponse((response) => response.url().includes('history.undo'));
  // A notice may offer the same.
  await tool(page, 'Undo').first().click();
  await answer;
};
/** The cells hear keys again: a menu gives the focus back once it is gone. */
export const atCells = (page: Page) => expect(page.getByLabel(/: cells$/)).toBeFocused();
