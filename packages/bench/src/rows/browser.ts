import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Bench, BenchTable } from '../bench.ts';
import { type Figure, percentile } from '../measure.ts';
import { chromiumArgs } from './home-world.ts';
import { enrich } from './rich-scroll.ts';

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

/** Bytes of scripts by address, compressed with gzip -9, that a page asks for in its first seconds. */
async function scriptsOf(page: Page, address: string): Promise<Map<string, number>> {
  const asked = new Set<string>();
  const note = (request: { url(): string }) => {
    if (new URL(request.url()).pathname.endsWith('.js')) asked.add(request.url());
  };
  const network = await page.context().newCDPSession(page);
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  page.on('request', note);
  await page.goto(address);
  // The feed of changes stays open: the network never rests.
  await page.waitForTimeout(3_000);
  page.off('request', note);
  const scripts = new Map<string, number>();
  for (const url of asked)
    scripts.set(url, gzipSync(await (await fetch(url)).arrayBuffer(), { level: 9 }).length);
  return scripts;
}

const sum = (sizes: Iterable<number>): number => [...sizes].reduce((all, size) => all + size, 0) / 1_000;

/** How long one scroll takes, in milliseconds. */
const scrolling = 10_000;
const scrolls = 3;

/** Scrolls 400 px a frame; answers the milliseconds of each frame. Nothing else runs in the page. */
const scroll = (page: Page): Promise<number[]> =>
  page.evaluate(
    (span) =>
      new Promise<number[]>((resolve, reject) => {
        const scroller = document.querySelector('[data-grid-scroller]');
        if (scroller === null) return reject(new Error('no grid'));
        const frames: number[] = [];
        const begun = performance.now();
        let last = begun;
        const frame = (now: number) => {
          frames.push(now - last);
          last = now;
          scroller.scrollTop += 400;
          if (now - begun < span) requestAnimationFrame(frame);
          else resolve(frames.slice(1));
        };
        requestAnimationFrame(frame);
      }),
    scrolling,
  );

/** Back to the first records, and time to read them. */
async function toTop(page: Page): Promise<void> {
  await page.evaluate(() => {
    const scroller = document.querySelector('[data-grid-scroller]');
    if (scroller !== null) scroller.scrollTop = 0;
  });
  await page.waitForTimeout(1_000);
}

/** Scrolls on the same way, and looks at every row in every frame: the longest that one in the window stayed without its record. */
const blankest = (page: Page): Promise<number> =>
  page.evaluate(
    (span) =>
      new Promise<number>((resolve, reject) => {
        const scroller = document.querySelector('[data-grid-scroller]');
        if (scroller === null) return reject(new Error('no grid'));
        const blankSince = new Map<string, number>();
        let longest = 0;
        const begun = performance.now();
        const frame = (now: number) => {
          const { top, bottom } = scroller.getBoundingClientRect();
          let covered = 0;
          for (const row of scroller.querySelectorAll('[role=rowgroup] > [role=row]:not(.is-out)')) {
            const box = row.getBoundingClientRect();
            const index = row.getAttribute('aria-rowindex') ?? '';
            if (box.bottom <= top || box.top >= bottom) {
              blankSince.delete(index);
              continue;
            }
            covered += Math.min(box.bottom, bottom) - Math.max(box.top, top);
            if (row.querySelector('[role=gridcell]:nth-of-type(2)')?.textContent !== '') {
              blankSince.delete(index);
              continue;
            }
            const since = blankSince.get(index) ?? now;
            blankSince.set(index, since);
            longest = Math.max(longest, now - since);
          }
          // The header and the footer may take their part of the scroller; most of it is rows.
          if (covered < (bottom - top) / 2) return reject(new Error('the window is not full of rows'));
          scroller.scrollTop += 400;
          if (now - begun < span) requestAnimationFrame(frame);
          else resolve(longest);
        };
        requestAnimationFrame(frame);
      }),
    scrolling,
  );

/** What the browser loads, and how the grid scrolls over the largest table. */
export async function browserRows(bench: Bench, table: BenchTable): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: chromiumArgs,
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
      const time = metrics.find((metric) => metric.name === 'ThreadTime');
      if (time === undefined) throw new Error('Chromium does not tell its main thread’s time');
      return time.value * 1_000;
    };
    const frames: number[] = [];
    const busy: number[] = [];
    for (let time = 0; time < scrolls; time++) {
      const before = await cpu();
      const some = await scroll(page);
      busy.push(((await cpu()) - before) / some.length);
      frames.push(...some);
    }
    const blank = await blankest(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const size = `${table.rows.toLocaleString('en-US')} × 18`;
    await page.goto(`${origin}/home`);
    await enrich(bench, table);
    await page.goto(`${origin}/database/${table.basePublicId}`);
    await page.locator('.is-rating').first().waitFor();
    await page.waitForTimeout(1_000);
    const rich: number[] = [];
    for (let time = 0; time < scrolls; time++) {
      await toTop(page);
      rich.push(...(await scroll(page)));
    }
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
        name: `the same with chips, stars, pictures and links, median`,
        engine: 'browser',
        value: 1_000 / percentile(rich, 0.5),
        unit: 'fps',
        limit: 55,
        better: 'higher',
        note: `${(1_000 / percentile(rich, 0.99)).toFixed(0)} fps in the slowest frame of a hundred`,
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
        // What others do on the machine only adds to the processor time of the same work.
        value: Math.min(...busy),
        unit: 'CPU-ms/frame',
        limit: 12,
        note: `the least of ${busy.map((each) => each.toFixed(1)).join(', ')}`,
      },
      {
        name: `browser heap after the scroll, ${size}`,
        engine: 'browser',
        value: usedSize / 1_000_000,
        unit: 'MB',
        limit: 250,
      },
      {
        name: `scroll, ${size}, longest blank row`,
        engine: 'browser',
        value: blank,
        unit: 'ms',
        limit: 100,
      },
    ];
  } finally {
    await browser.close();
  }
}
