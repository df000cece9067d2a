import { type Browser, chromium } from '@playwright/test';
import { must } from '@weft/std';
import { type Session, signUp, startProduct } from '@weft/testkit';
import { type Figure, percentile } from '../measure.ts';
import { chromiumArgs } from './home-world.ts';
import { notePaints, type Painted, paintedIn } from './paints.ts';

/** Times the form is opened, each in a browser that has nothing of it yet. */
const visits = 5;

/** 'Slow 4G' as Chromium's own tools apply it: 150 ms there and back, of which a request takes several, and 1.6 Mbit/s. */
const slow4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1_638.4 * 0.9 * 1_024) / 8,
  uploadThroughput: (675 * 0.9 * 1_024) / 8,
};
const slowerProcessor = 4;

const types = [
  'short_text',
  'email',
  'phone',
  'long_text',
  'yes_no',
  'rating',
  'date',
  'number',
  'scale',
  'file',
];

/** A published form of twenty questions in a theme; its address. */
async function publishedForm({ mutate, url }: Session): Promise<string> {
  const { flowId } = await mutate<{ flowId: string }>('forms.create', { name: 'Painted' });
  const idOf = (kind: string, n: number): string => `${kind}${n.toString(36).padStart(21, '0')}`;
  const edits = Array.from({ length: 20 }, (_, n) => ({
    ...{ kind: 'block', id: idOf('fld', n), before: null },
    after: {
      ...{ parent: idOf('pag', 0), order: `V${String(n).padStart(2, '0')}V` },
      props: {
        type: must(types[n % types.length]),
        label: `What should we know (${n + 1})?`,
        required: n < 3,
      },
    },
  }));
  const { version } = await mutate<{ version: number }>('forms.edit', {
    ...{ flowId, editId: idOf('edt', 1), version: 0, edits },
  });
  await mutate('forms.publish', { flowId, version });
  return `${url}/t/${flowId}`;
}

/** What a phone shows of an address on a slow network. */
export async function visit(browser: Browser, address: string): Promise<Painted> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true });
  try {
    const page = await context.newPage();
    const tools = await context.newCDPSession(page);
    await tools.send('Network.enable');
    await tools.send('Network.emulateNetworkConditions', slow4G);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor });
    await page.addInitScript(notePaints);
    await page.goto(address, { waitUntil: 'load' });
    // What comes late may still move what is there.
    await page.waitForTimeout(2_500);
    return await paintedIn(page);
  } finally {
    await context.close();
  }
}

/** A published form, as a phone paints it that comes for the first time on a slow network. */
export async function formPaint(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const product = await startProduct({ LOG_LEVEL: 'error' }, []);
  stack.defer(() => product.stop());
  const address = await publishedForm(await signUp(product.url, 'bench'));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: chromiumArgs,
  });
  stack.defer(() => browser.close());
  const seen: Painted[] = [];
  for (let time = 0; time < visits; time++) seen.push(await visit(browser, address));
  const name = (what: string) =>
    `published form on slow 4G, processor ${slowerProcessor} times slower: ${what}`;
  return [
    {
      ...{ name: name('largest contentful paint'), engine: 'browser' },
      ...{
        value: percentile(
          seen.map(({ largest }) => largest),
          0.5,
        ),
        unit: 'ms',
        limit: 1_500,
      },
    },
    {
      ...{ name: name('layout shift'), engine: 'browser' },
      ...{ value: Math.max(...seen.map(({ shift }) => shift)), unit: '', limit: 0.02 },
    },
  ];
}
