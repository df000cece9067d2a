import { expect } from '@playwright/test';
import { signUp } from '@weft/testkit';
import { madeForm } from './made-form.ts';
import { test } from './product-test.ts';

const isFull = Number(process.env.LAWS_RUNS ?? 100) >= 10_000;
const runs = isFull ? 200 : 10;

/** Numbers from 0 to 1 that a seed decides, so that a failure can be run again. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('answers whose connection is killed while they are sent are neither lost nor kept twice', async ({
  page,
  product,
}) => {
  test.slow(isFull);
  const owner = await signUp(product.url, 'Kim Killed');
  const { flowId, address, ids } = await madeForm(owner, 'Field notes', [
    { type: 'short_text', label: 'Your name' },
  ]);
  const seed = Math.floor(Math.random() * 2 ** 32);
  const random = randomOf(seed);
  let kills = 0;
  await page.route(/\/t\/[^/]+(\/unfinished)?$/, async (route) => {
    if (route.request().method() !== 'POST' || kills === 0) return route.continue();
    kills--;
    // Before the server has it, or before its answer is here.
    if (random() < 0.5) await route.fetch().catch(() => {});
    await route.abort('connectionreset');
  });
  const taken = page.getByRole('heading', { name: /^(Thank you|Already received)$/ });
  const kept = page.getByText('It is kept on this device');
  for (let run = 0; run < runs; run++) {
    kills = Math.floor(random() * 5);
    await page.goto(address);
    await page.getByLabel('Your name').fill(`Run ${run}`);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(taken.or(kept).first()).toBeVisible();
    while (!(await taken.isVisible())) {
      // It goes out by itself with the next opening.
      await page.reload();
      await expect(taken.or(kept).first()).toBeVisible();
    }
  }
  const inForm = { basePublicId: flowId, tableId: flowId.replace('bas', 'tbl') };
  const { records } = await owner.query<{ records: readonly { data: { [id: string]: unknown } }[] }>(
    'records.list',
    { ...inForm, limit: 1_000 },
  );
  const names = records.map(({ data }) => data[ids[0] ?? '']);
  expect(names.toSorted(), `seed ${seed}`).toEqual(
    Array.from({ length: runs }, (_, run) => `Run ${run}`).toSorted(),
  );
});
