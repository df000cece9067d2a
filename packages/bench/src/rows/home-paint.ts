import { type Browser, chromium } from '@playwright/test';
import { migrate, openPostgres } from '@weft/db';
import { type Session, signUp, startPostgres, startProduct } from '@weft/testkit';
import { type Figure, percentile } from '../measure.ts';
import { chromiumArgs, flowCount, workspaceCount } from './home-world.ts';
import { notePaints, type Painted, paintedIn } from './paints.ts';

// What the probe below uses of the page it runs in; this package is Node's otherwise.
declare const document: { querySelector(selector: string): unknown };
declare const requestAnimationFrame: (callback: (now: number) => void) => number;

/** Times home is opened, each in a browser that has nothing of it yet. */
const visits = 5;

interface Seen extends Painted {
  /** Milliseconds from the start of the navigation. */
  readonly usable: number;
}

/** Notes in a page when the first flow is painted. */
const noteUsable = () => {
  const look = () => {
    if (document.querySelector('main li a') === null) requestAnimationFrame(look);
    // The frame in which it is there is painted before the next one begins.
    else
      requestAnimationFrame((now) =>
        Object.assign((globalThis as unknown as { painted: object }).painted, { usable: now }),
      );
  };
  requestAnimationFrame(look);
};

async function visit(browser: Browser, { url, headers }: Session): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  try {
    const cookies = headers.cookie.split('; ').map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name, value: value.join('='), url };
    });
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.addInitScript(notePaints);
    await page.addInitScript(noteUsable);
    await page.goto(`${url}/home`);
    await page.locator('main li a').first().waitFor();
    // What comes late may still move what is there.
    await page.waitForTimeout(1_500);
    return (await paintedIn(page)) as Seen;
  } finally {
    await context.close();
  }
}

/** Home of a large organization, as a browser shows it that comes for the first time. */
export async function homePaint(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const cluster = await startPostgres();
  stack.defer(() => cluster.stop());
  const product = await startProduct({ DATABASE_URL: cluster.url, LOG_LEVEL: 'error' }, []);
  stack.defer(() => product.stop());
  const session = await signUp(product.url, 'bench');
  const engine = await openPostgres(cluster.url);
  stack.defer(() => engine.close());
  await migrate(engine);
  await engine.exec(`
    INSERT INTO weft.workspaces (id, organization_id, slug, name)
      SELECT 'wsp' || n, m.organization_id, 'w' || n, 'Workspace ' || n FROM weft.members m, generate_series(1, ${workspaceCount}) AS n;
    INSERT INTO weft.flows (id, public_identifier, organization_id, owner_user_id, workspace_id, type, name, created_at)
      SELECT 'bas' || n, 'bas' || n, m.organization_id, m.user_id, 'wsp' || (n % ${workspaceCount} + 1), 'base',
        'Plans ' || n, now() - make_interval(secs => n)
      FROM weft.members m, generate_series(1, ${flowCount}) AS n;
    ANALYZE`);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: chromiumArgs,
  });
  stack.defer(() => browser.close());
  const seen: Seen[] = [];
  for (let time = 0; time < visits; time++) seen.push(await visit(browser, session));
  const median = (of: (one: Seen) => number) => percentile(seen.map(of), 0.5);
  const row = (name: string, value: number, unit: string, limit: number): Figure => ({
    ...{ name: `/home with ${flowCount.toLocaleString('en-US')} flows: ${name}`, engine: 'browser' },
    ...{ value, unit, limit },
  });
  return [
    row(
      'first usable paint',
      median(({ usable }) => usable),
      'ms',
      1_000,
    ),
    row(
      'largest contentful paint',
      median(({ largest }) => largest),
      'ms',
      1_500,
    ),
    row('layout shift', Math.max(...seen.map(({ shift }) => shift)), '', 0.02),
  ];
}
