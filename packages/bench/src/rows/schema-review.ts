import { chromium } from '@playwright/test';
import { AiServer } from '@weft/integrations/testing';
import { signUp, startProduct } from '@weft/testkit';
import { type Figure, percentile } from '../measure.ts';
import { chromiumArgs } from './home-world.ts';

/** As many tables as are suggested at most, and fields in each. */
const [tables, fields] = [5, 50];
/** Times each action is done. */
const times = 7;
const kinds = ['single_line_text', 'number', 'currency', 'single_select', 'date', 'checkbox', 'email', 'url'];

const suggested = JSON.stringify({
  name: 'Large',
  tables: Array.from({ length: tables }, (_, table) => ({
    name: `Table ${table + 1}`,
    fields: Array.from({ length: fields }, (_, field) => {
      const type = kinds[field % kinds.length];
      const options = type === 'single_select' ? { options: ['One', 'Two', 'Three'] } : {};
      return { name: `Field ${table} ${field}`, type, ...options };
    }),
  })),
});

/** Presses a button in the page; milliseconds until what it did is painted. */
const pressed = (label: string): string => `new Promise((done) => {
  const named = (button) => (button.getAttribute('aria-label') ?? button.textContent.trim()) === ${JSON.stringify(label)};
  const button = [...document.querySelectorAll('[role=dialog] button')].find(named);
  const at = performance.now();
  button.click();
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - at)));
})`;

/** How long the review of suggested tables takes for what is done in it, with every row open. */
export async function schemaReview(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const ai = stack.use(new AiServer());
  await ai.listen();
  ai.answers.push(suggested);
  const settings = { LOG_LEVEL: 'error', AI_BASE_URL: ai.baseUrl, AI_API_KEY: AiServer.key };
  const product = await startProduct(settings, []);
  stack.defer(() => product.stop());
  const { url, headers } = await signUp(product.url, 'bench');
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: chromiumArgs,
  });
  stack.defer(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  const cookies = headers.cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url };
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(`${url}/home?newDatabaseModal=open`);
  await page.getByRole('button', { name: /^Description/ }).click();
  await page.getByLabel('What do you want to keep?').fill('Large');
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByRole('heading', { name: `Table ${tables}` }).waitFor();
  const press = (label: string) => page.evaluate<number>(pressed(label));
  // The first stands open.
  const opened: number[] = [];
  for (let table = 2; table <= tables; table++) opened.push(await press(`Table ${table}: fields`));
  const repeated = async (label: string) => {
    const took: number[] = [];
    for (let time = 0; time < times; time++) took.push(await press(label));
    return took;
  };
  const added = await repeated('Add field to Table 2');
  const more = await repeated('Add table');
  const p50 = (took: readonly number[]) => percentile(took, 0.5);
  const all = [p50(opened), p50(added), p50(more)];
  return [
    {
      ...{
        name: `review of ${tables} suggested tables of ${fields} fields, slowest action`,
        engine: 'browser',
      },
      ...{ value: Math.max(...all), unit: 'ms', limit: 100 },
      note: `open a table ${all[0]?.toFixed(0)}, add a field ${all[1]?.toFixed(0)}, add a table ${all[2]?.toFixed(0)}`,
    },
  ];
}
