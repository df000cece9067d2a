import { chromium } from '@playwright/test';
import { must } from '@weft/std';
import {
  type Mailbox,
  type Product,
  type Session,
  signUp,
  startMailbox,
  startPostgres,
  startProduct,
} from '@weft/testkit';
import { type Figure, percentile, timed } from '../measure.ts';
import { visit } from './form-paint.ts';
import { scriptsWeigh } from './forms.ts';
import { chromiumArgs } from './home-world.ts';

const people = 10_000;
const orders = 100_000;
const ordersEach = orders / people;
const [warmUp, views, visits] = [20, 200, 5];
/** Pages of a large app, beside one with a single one. */
const manyPages = 50;

let made = 0;
const id = (kind: string): string => `${kind}${(made++).toString(36).padStart(21, '0')}`;

const stages = ['Quoted', 'Weaving', 'Finishing', 'Shipped'];
const email = (n: number): string => `customer${n}@bench.example`;

function* peopleCsv(): Generator<string> {
  yield 'Name,Email\n';
  for (let n = 0; n < people; n++) yield `Customer ${n},${email(n)}\n`;
}
function* ordersCsv(): Generator<string> {
  yield 'Order,Email,Stage,Due,Value\n';
  for (let n = 0; n < orders; n++)
    yield `Order ${n} of linen,${email(n % people)},${stages[n % 4]},2026-${String((n % 12) + 1).padStart(2, '0')}-1${n % 10},${(n * 7919) % 5000}\n`;
}

interface Preview {
  readonly config: { readonly columns: readonly { sourceFieldIndex: number; isPrimary: boolean }[] };
}

/** A table of a database from a CSV; its id. */
async function importTable(
  session: Session,
  basePublicId: string,
  tableName: string,
  rows: Iterable<string>,
): Promise<string> {
  const { url: csvFileUrl } = await session.upload(`${tableName}.csv`, rows);
  const preview = await session.query<Preview>('import.csvPreview', { csvFileUrl });
  const order = {
    ...{ basePublicId, csvFileUrl, importId: `imp-bench-apps-${tableName}`, config: { tableName } },
    fieldMappings: preview.config.columns.map(({ sourceFieldIndex, isPrimary }) => ({
      ...{ sourceFieldIndex, isPrimary },
    })),
  };
  for await (const event of session.events('import.csvImportStream', order)) {
    if (event.type === 'error') throw new Error(String(event.message));
    if (event.type === 'finished') return String(event.tableId);
  }
  throw new Error('The import did not finish');
}

interface App {
  readonly version: number;
  readonly content: {
    readonly blocks: {
      readonly [id: string]: {
        readonly parent: string | null;
        readonly order: string;
        readonly props: { readonly [name: string]: unknown };
      };
    };
  };
}

const pageOf = (flowId: string, slug: string): string => `/a/${flowId}/${slug}`;

/** The median and the slowest of twenty of views of a page, in milliseconds. */
async function viewed(url: string, path: string, cookie = ''): Promise<readonly number[]> {
  const view = async () => {
    const response = await fetch(url + path, { headers: { cookie }, redirect: 'manual' });
    const text = await response.text();
    if (response.status !== 200 || !text.includes('Order '))
      throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`);
  };
  await timed(warmUp, view);
  return timed(views, view);
}

/** A person of the app, as their browser shows who they are. */
async function signedIn(url: string, mailbox: Mailbox, flowId: string, address: string): Promise<string> {
  const send = (sent: Record<string, string>, cookie: string) =>
    fetch(`${url}/a/${flowId}/-/sign-in`, {
      ...{
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, origin: url },
        body: new URLSearchParams(sent),
      },
    });
  const cookieOf = ({ headers }: Response, name: string) =>
    must(
      headers
        .getSetCookie()
        .find((one) => one.startsWith(name))
        ?.split(';')[0],
      name,
    );
  const asked = await send({ email: address }, '');
  for (let time = 0; time < 600 && mailbox.newestTo(address) === null; time++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const code = must(/^\d{6}$/m.exec(mailbox.newestTo(address) ?? '')?.[0], 'a code');
  return cookieOf(await send({ code }, cookieOf(asked, 'app_code_')), 'app_session_');
}

/** Publishes an app made of a database; its flow. */
async function publishedApp(session: Session, baseId: string, name: string, who: string): Promise<string> {
  const { flowId } = await session.mutate<{ flowId: string }>('apps.create', {
    ...{ name, from: { kind: 'base', baseId, who } },
  });
  const { version } = await session.query<App>('apps.get', { flowId });
  await session.mutate('apps.publish', { flowId, version });
  return flowId;
}

/** Adds pages with a list of orders each, like the one that is there, and publishes. */
async function enlarge(session: Session, flowId: string): Promise<void> {
  const { version, content } = await session.query<App>('apps.get', { flowId });
  const [, list] = must(
    Object.entries(content.blocks).find(([, { props }]) => props.type === 'table' && props.exports !== 1),
  );
  const edits = Array.from({ length: manyPages - 1 }, (_, n) => {
    const page = id('pag');
    const props = {
      type: 'page',
      label: `Page ${n}`,
      slug: `page-${n}`,
      visibleTo: 'everyone',
      inNavigation: true,
    };
    return [
      { kind: 'block', id: page, before: null, after: { parent: null, order: `z${n}z`, props } },
      {
        ...{ kind: 'block', id: id('blk'), before: null },
        after: { parent: page, order: 'V', props: list.props },
      },
    ];
  }).flat();
  const edited = await session.mutate<{ version: number }>('apps.edit', {
    ...{ flowId, editId: id('edt'), version, edits },
  });
  await session.mutate('apps.publish', { flowId, version: edited.version });
}

/** Until everybody sees another version, and back: the slowest of some, in milliseconds. */
async function rollbacks(session: Session, url: string, flowId: string): Promise<number> {
  const { versions } = await session.query<{ versions: readonly { id: string }[] }>('apps.versions', {
    flowId,
  });
  const [newest, oldest] = [must(versions[0]).id, must(versions.at(-1)).id];
  const times: number[] = [];
  for (let time = 0; time < 10; time++) {
    const isBack = time % 2 === 0;
    const begun = performance.now();
    await session.mutate('apps.show', { flowId, snapshotId: isBack ? oldest : newest });
    const page = await (await fetch(url + pageOf(flowId, 'orders'))).text();
    times.push(performance.now() - begun);
    if (page.includes('Page 12') === isBack) throw new Error('Another version than the one chosen is shown');
  }
  return Math.max(...times);
}

async function painted(address: string): Promise<number> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: chromiumArgs,
  });
  try {
    const seen: number[] = [];
    for (let time = 0; time < visits; time++) seen.push((await visit(browser, address)).largest);
    return percentile(seen, 0.5);
  } finally {
    await browser.close();
  }
}

/** The people of an app in pages, and found by what they are called. */
async function listedPeople({ query }: Session, flowId: string): Promise<number> {
  const list = (search: string, cursor: string | null) =>
    query<{ total: number; nextCursor: string | null; people: readonly { name: string }[] }>('apps.people', {
      ...{ flowId, search, cursor, limit: 50 },
    });
  const { total, nextCursor } = await list('', null);
  if (total !== people) throw new Error(`${total} people are listed`);
  const found = await list('customer 4321', null);
  if (found.people[0]?.name !== 'Customer 4321') throw new Error('A person is not found');
  const times = await timed(40, (n) =>
    n % 2 === 0 ? list('', nextCursor) : list(`customer${4_000 + n}@`, null),
  );
  return percentile(times, 0.95);
}

/** Published apps on a large table: what people wait for, with rules and without. */
export async function publishedApps(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const cluster = await startPostgres();
  stack.defer(() => cluster.stop());
  const mailbox = await startMailbox();
  stack.defer(() => mailbox.close());
  const settings = {
    ...{ LOG_LEVEL: 'error', DATABASE_URL: cluster.url },
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}?from=studio@bench.example`,
  };
  const product: Product = await startProduct(settings, []);
  stack.defer(() => product.stop());
  const { url } = product;
  const session = await signUp(url, 'bench');
  const { basePublicIdentifier } = await session.post<{ basePublicIdentifier: string }>('/admin/bases', {
    baseName: 'Linen Studio',
  });
  await importTable(session, basePublicIdentifier, 'Customers', peopleCsv());
  await importTable(session, basePublicIdentifier, 'Orders', ordersCsv());

  const open = await publishedApp(session, basePublicIdentifier, 'Open', 'everyone');
  const onePage = await viewed(url, pageOf(open, 'orders'));
  const own = await publishedApp(session, basePublicIdentifier, 'Own', 'own');
  const cookie = await signedIn(url, mailbox, own, email(4_321));
  const ownRows = await viewed(url, pageOf(own, 'orders'), cookie);
  const page = await (await fetch(url + pageOf(open, 'orders'))).text();
  const scripts = await scriptsWeigh(page, url);
  const largest = await painted(url + pageOf(open, 'orders'));
  const listed = await listedPeople(session, own);
  await enlarge(session, open);
  const before = await viewed(url, pageOf(open, 'orders'));
  const rolledBack = await rollbacks(session, url, open);
  const ratio = percentile(before, 0.5) / percentile(onePage, 0.5);
  const p95 = (times: readonly number[]) => ({ value: percentile(times, 0.95), unit: 'ms' });
  const engine = 'postgres' as const;
  return [
    {
      ...{ name: `list page of an app on ${orders} records, p95`, engine, ...p95(onePage), limit: 150 },
    },
    {
      ...{ name: `the same, ${ordersEach} of them one's own by a rule, p95`, engine, ...p95(ownRows) },
      limit: 150,
    },
    {
      ...{ name: `a page of an app with ${manyPages} pages over one with a single one`, engine },
      ...{ value: ratio, unit: 'times', limit: 1.25 },
    },
    {
      name: 'rollback of an app until it is seen, slowest',
      engine,
      value: rolledBack,
      unit: 'ms',
      limit: 1_000,
    },
    {
      name: `${people} people of an app listed and searched, p95`,
      engine,
      value: listed,
      unit: 'ms',
      limit: 150,
    },
    { name: 'scripts of a page of an app, gzip', engine: '-', value: scripts, unit: 'kB', limit: 120 },
    {
      name: 'list page of an app on slow 4G, processor 4 times slower: largest contentful paint',
      ...{ engine: 'browser', value: largest, unit: 'ms', limit: 1_500 },
    },
  ];
}
