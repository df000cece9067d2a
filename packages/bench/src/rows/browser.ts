import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Bench, BenchTable } from '../bench.ts';
import { type Figure, percentile } from '../measure.ts';

// What the probe below uses of the page it runs in; this package is Node's otherwise.
interface PageElement {
  scrollTop: number;
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): { readonly top: number; readonly bottom: number };
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}
declare const document: PageElement;
declare const requestAnimationFrame: (callback: (now: number) => void) => number;

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function signedIn(browser: Browser, { product }: Bench): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${product.url}/sign-in`);
  await page.getByLabel('Email').fill('bench@bench.example');
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/home');
  return page;
}

/** Bytes of scripts by name, compressed with gzip -9, that a page asks for until it rests. */
async function scriptsOf(page: Page, address: string): Promise<Map<string, number>> {
  const scripts = new Map<string, number>();
  const pending: Promise<void>[] = [];
  const note = (response: Awaited<ReturnType<Page['waitForResponse']>>) => {
    if (response.status() !== 200 || !response.url().endsWith('.js')) return;
    pending.push(
      response.body().then((body) => void scripts.set(response.url(), gzipSync(body, { level: 9 }).length)),
    );
  };
  const network = await page.context().newCDPSession(page);
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  page.on('response', note);
  await page.goto(address);
  // The feed of changes stays open: the network never rests.
  await page.waitForTimeout(3_000);
  await Promise.all(pending);
  page.off('response', note);
  return scripts;
}

const sum = (sizes: Iterable<number>): number => [...sizes].reduce((all, size) => all + size, 0) / 1_000;

interface Scrolled {
  readonly frames: readonly number[];
  readonly blankest: number;
}

/** Scrolls 400 px a frame for ten seconds; also how long the emptiest row in the window stayed so. */
const scroll = (page: Page): Promise<Scrolled> =>
  page.evaluate(
    () =>
      new Promise<Scrolled>((resolve, reject) => {
        const scroller = document.querySelector('[data-grid-scroller]');
        if (scroller === null) return reject(new Error('no grid'));
        const frames: number[] = [];
        const blankSince = new Map<string, number>();
        let blankest = 0;
        const begun = performance.now();
        let last = begun;
        const frame = (now: number) => {
          frames.push(now - last);
          last = now;
          const { top, bottom } = scroller.getBoundingClientRect();
          for (const row of scroller.querySelectorAll('[role=rowgroup] > [role=row]:not(.is-out)')) {
            const box = row.getBoundingClientRect();
            const index = row.getAttribute('aria-rowindex') ?? '';
            const shown = box.bottom > top + 36 && box.top < bottom;
            const blank = row.querySelector('[role=gridcell]:nth-of-type(2)')?.textContent === '';
            if (!shown || !blank) blankSince.delete(index);
            else
              blankest = Math.max(
                blankest,
                now - (blankSince.get(index) ?? blankSince.set(index, now).get(index) ?? now),
              );
          }
          scroller.scrollTop += 400;
          if (now - begun < 10_000) requestAnimationFrame(frame);
          else resolve({ frames: frames.slice(1), blankest });
        };
        requestAnimationFrame(frame);
      }),
  );

/** What the browser loads, and how the grid scrolls over the largest table. */
export async function browserRows(bench: Bench, table: BenchTable): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args,
  });
  try {
    const page = await signedIn(browser, bench);
    const { origin } = new URL(bench.product.url);
    const home = await scriptsOf(page, `${origin}/home`);
    const grid = await scriptsOf(page, `${origin}/database/${table.basePublicId}`);
    for (const name of home.keys()) grid.delete(name);
    await page.getByRole('gridcell').first().waitFor();
    await page.waitForTimeout(1_000);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const cpu = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0) * 1_000;
    };
    const before = await cpu();
    const { frames, blankest } = await scroll(page);
    const busy = (await cpu()) - before;
    const size = `${table.rows.toLocaleString('en-US')} × 18`;
    return [
      {
        name: 'first load of home, JS gzip',
        engine: 'browser',
        value: sum(home.values()),
        unit: 'kB',
        limit: 200,
      },
      {
        name: 'the grid’s page on top, JS gzip',
        engine: 'browser',
        value: sum(grid.values()),
        unit: 'kB',
        limit: 150,
      },
      {
        name: `scroll 400 px/frame, ${size}, median`,
        engine: 'browser',
        value: 1_000 / percentile(frames, 0.5),
        unit: 'fps',
        limit: 57,
        better: 'higher',
      },
      {
        name: `scroll, ${size}, p99 frame`,
        engine: 'browser',
        value: percentile(frames, 0.99),
        unit: 'ms',
        limit: 50,
      },
      {
        name: `scroll, ${size}, main thread`,
        engine: 'browser',
        value: busy / frames.length,
        unit: 'ms/frame',
        limit: 12,
        note: 'task time by the wall, the probe included',
      },
      {
        name: `scroll, ${size}, longest blank row`,
        engine: 'browser',
        value: blankest,
        unit: 'ms',
        limit: 100,
      },
    ];
  } finally {
    await browser.close();
  }
}
