import { type Browser, chromium, type Page } from '@playwright/test';
import { must } from '@weft/std';
import { type Session, signUp, startProduct } from '@weft/testkit';
import { type Figure, percentile } from '../measure.ts';
import { chromiumArgs } from './home-world.ts';

/** Blocks of the form: as many questions as a form may have, and choices. */
const [questions, choices] = [200, 99];
/** Times each action is done. */
const times = 7;

const firstPage = `pag${'0'.repeat(21)}`;
const idOf = (kind: string, n: number): string => `${kind}${n.toString(36).padStart(21, '0')}`;

async function largeForm(session: Session): Promise<string> {
  const { flowId } = await session.mutate<{ flowId: string }>('forms.create', { name: 'Large' });
  const block = (id: string, parent: string, place: number, props: object) => ({
    ...{ kind: 'block', id, before: null },
    after: { parent, order: `V${String(place).padStart(4, '0')}V`, props },
  });
  const types = ['short_text', 'long_text', 'email', 'number', 'checkbox'];
  const asked = Array.from({ length: questions }, (_, n) =>
    block(idOf('fld', n), firstPage, n, {
      ...{ type: n === 0 ? 'single_choice' : must(types[n % types.length]), required: n % 3 === 0 },
      label: `Question ${n + 1}`,
    }),
  );
  const offered = Array.from({ length: choices }, (_, n) =>
    block(idOf('opt', n), idOf('fld', 0), n, { type: 'choice', label: `Choice ${n + 1}` }),
  );
  await session.mutate('forms.edit', {
    ...{ flowId, editId: idOf('edt', 1), version: 0 },
    edits: [...asked, ...offered],
  });
  return flowId;
}

/** Notes in a page how long what somebody did kept it from being painted: from the first handler to the paint behind it. */
const probe = () => {
  const seen = { longest: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { startTime, duration, processingStart } = entry as PerformanceEntry & {
        processingStart: number;
      };
      seen.longest = Math.max(seen.longest, startTime + duration - processingStart);
    }
  }).observe({ type: 'event' as 'mark', durationThreshold: 16, buffered: true } as Parameters<
    PerformanceObserver['observe']
  >[0]);
};

type Seen = { seen: { longest: number } };
declare const requestAnimationFrame: (callback: () => void) => number;

/** Milliseconds, at the median of several times; `again` brings things back to where they were. */
async function measured(page: Page, act: () => Promise<void>, again = async () => {}): Promise<number> {
  const all: number[] = [];
  for (let n = 0; n < times; n++) {
    // Saving and whatever else came of the last time is over.
    await page.waitForTimeout(400);
    await page.evaluate(() => Object.assign((globalThis as unknown as Seen).seen, { longest: 0 }));
    await act();
    // Two frames later the paint has been noted.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))),
        ),
    );
    all.push(await page.evaluate(() => (globalThis as unknown as Seen).seen.longest));
    await again();
  }
  return percentile(all, 0.5);
}

async function actions(page: Page): Promise<readonly (readonly [name: string, milliseconds: number])[]> {
  const { keyboard } = page;
  const label = (n: number) => page.getByLabel(`Label of question ${n}`, { exact: true });
  const undo = () => keyboard.press('ControlOrMeta+z');
  await label(100).click();
  const figures: (readonly [string, number])[] = [];
  const note = async (name: string, act: () => Promise<void>, again?: () => Promise<void>) => {
    figures.push([name, await measured(page, act, again)]);
  };
  await note('type a letter', () => keyboard.press('x'));
  let at = 100;
  const other = () => {
    at = at === 100 ? 103 : 100;
    return label(at).click();
  };
  await note('select', other);
  await label(100).click();
  await note('move', () => keyboard.press('Alt+ArrowUp'), undo);
  await note('undo', undo, () => keyboard.press('Alt+ArrowUp'));
  await label(100).click();
  await note('make required', () => page.getByRole('switch', { name: 'Required' }).click());
  const blocks = page.getByRole('complementary', { name: 'Blocks' });
  await label(100).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await note('add', () => blocks.getByRole('button', { name: 'Short text', exact: true }).click(), undo);
  await label(100).click();
  await note(
    'delete',
    () => page.getByRole('button', { name: 'Delete', exact: true }).click(),
    async () => {
      await undo();
      await label(100).click();
    },
  );
  return figures;
}

async function open(browser: Browser, { url, headers }: Session, flowId: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  const cookies = headers.cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url };
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.addInitScript(probe);
  await page.goto(`${url}/editor/${flowId}/edit`);
  await page.getByLabel('Label of question 1', { exact: true }).waitFor();
  return page;
}

/** How long the editor of a large form takes for what people do in it, the slowest of all. */
export async function formEditor(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const product = await startProduct({ LOG_LEVEL: 'error' }, []);
  stack.defer(() => product.stop());
  const session = await signUp(product.url, 'bench');
  const flowId = await largeForm(session);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: chromiumArgs,
  });
  stack.defer(() => browser.close());
  const all = await actions(await open(browser, session, flowId));
  const slowest = all.reduce((a, b) => (b[1] > a[1] ? b : a));
  return [
    {
      ...{
        name: `editor of a form with ${questions + choices + 1} blocks, slowest action`,
        engine: 'browser',
      },
      ...{ value: slowest[1], unit: 'ms', limit: 50 },
      note: all.map(([name, ms]) => `${name} ${Math.round(ms)}`).join(', '),
    },
  ];
}
