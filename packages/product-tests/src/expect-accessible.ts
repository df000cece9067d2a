import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What the colours of a theme decide; all else is the same in both, and looked at once. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** Resolves once what moves, fades or changes its colour has come to an end; what turns forever is left to itself. */
const stopped = `Promise.allSettled(document.getAnimations()
  .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity).map((one) => one.finished))`;

/** Both themes, once the page rests: WCAG 2.2 AA and axe's own advice, except these rules. */
export async function expectAccessible(
  page: Page,
  what: string,
  except: readonly string[] = [],
): Promise<void> {
  // What is still loading has no heading yet.
  await expect(page.locator('h1, [role="heading"][aria-level="1"]').first()).toBeAttached();
  // A toast on its way out is half transparent; its colours are held in the tokens' test.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  for (const theme of ['light', 'dark']) {
    await page.locator('html').evaluate((html, name) => html.setAttribute('data-theme', name), theme);
    await page.evaluate(stopped);
    // The older way looks at the page where it is; what stands in a frame is looked at as a page of its own.
    const axe = new AxeBuilder({ page })
      .options({ resultTypes: ['violations'], selectors: false, elementRef: false, iframes: false })
      .setLegacyMode();
    const { violations } = await (theme === 'light'
      ? axe.disableRules([...except])
      : axe.withRules(ofColours)
    ).analyze();
    const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`);
    expect(faults, `${what}, ${theme}`).toEqual([]);
  }
}
