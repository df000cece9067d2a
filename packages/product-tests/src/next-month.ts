import { expect, type Page } from '@playwright/test';

/** The month after this one, as pages name it. */
export function nextMonth(): string {
  const today = new Date();
  const first = new Date(today.getFullYear(), today.getMonth() + 1, 1);
  return first.toLocaleDateString('en', { month: 'long', year: 'numeric' });
}

/**
 * Shows a visitor with a phone the whole of next month on a scheduling page.
 * The rest of this month may hold no day with all its times, as on its last one.
 */
export async function showNextMonth(visitor: Page): Promise<void> {
  const month = visitor.locator('#month');
  const whole = visitor.getByRole('checkbox', { name: 'Whole month' });
  for (;;) {
    // A phone shows a week; the month is one tap away.
    if (!(await whole.isChecked())) await whole.press('Space');
    const shown = (await month.textContent()) ?? '';
    if (shown === nextMonth()) return;
    await visitor.getByRole('link', { name: 'Month after' }).click();
    await expect(month).not.toHaveText(shown);
  }
}

/** The last day with times of the month a visitor is shown, by its name. */
export async function lastDay(visitor: Page): Promise<string> {
  return (await visitor.locator('td a:not(.other)').last().getAttribute('aria-label')) ?? '';
}
