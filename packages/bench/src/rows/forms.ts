import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { must } from '@weft/std';
import { type Session, signUp, startPostgres, startProduct } from '@weft/testkit';
import type { EngineName } from '../bench.ts';
import { type Figure, percentile, timed } from '../measure.ts';
import { type AnsweredForm, answersOf, formResults } from './form-results.ts';

const oneByOne = 300;
const atOnce = 16;
const answersAtOnce = 1_500;
/** Answers at once to a form that takes fewer. */
const [comers, cap] = [200, 50];

/** The page every new form has. */
const firstPage = `pag${'0'.repeat(21)}`;

let made = 0;
const id = (kind: string): string => `${kind}${(made++).toString(36).padStart(21, '0')}`;

/** A published form of five questions; the ids of its questions. */
export async function publishedForm(session: Session): Promise<AnsweredForm> {
  const { flowId } = await session.mutate<{ flowId: string }>('forms.create', { name: 'Bench' });
  const types = ['short_text', 'long_text', 'email', 'number', 'checkbox'];
  const questions = types.map(() => id('fld'));
  const edits = questions.map((question, place) => ({
    kind: 'block',
    id: question,
    before: null,
    after: {
      parent: firstPage,
      order: String.fromCharCode(65 + place),
      props: { type: types[place], label: `Question ${place + 1}`, required: place === 0 },
    },
  }));
  const { version } = await session.mutate<{ version: number }>('forms.edit', {
    flowId,
    editId: id('edt'),
    version: 0,
    edits,
  });
  await session.mutate('forms.publish', { flowId, version });
  // Nobody answers as fast as the measurement does.
  await session.mutate('forms.updateSettings', { flowId, settings: { spamDefence: false } });
  return { flowId, questions };
}

/** A form as one browser opened it: its page, and how it is answered, each time from another network. */
export async function opened(
  { flowId, questions }: AnsweredForm,
  url: string,
  textsOf: (n: number) => readonly (readonly [string, string])[] = (n) => {
    const texts = [`Guest ${n}`, `A note of guest ${n}`, `guest${n}@example.org`, String(n), 'on'];
    return questions.map((question, place) => [question, must(texts[place])] as const);
  },
) {
  const address = new URL(`/t/${flowId}`, url);
  const page = await (await fetch(address)).text();
  const part = (name: string) => must(new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]);
  const [snapshot, token] = [part('snapshot'), part('token')];
  const send = (n: number) =>
    fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 0xff}.${n & 0xff}`,
      },
      body: new URLSearchParams([
        ['submission', id('sub')],
        ['snapshot', snapshot],
        ['token', token],
        ...textsOf(n).map(([name, text]): [string, string] => [name, text]),
      ]),
    });
  return { page, send };
}

/** A table that the answers are written into, each as a record. */
async function connectTable(session: Session, flowId: string, questions: readonly string[]): Promise<void> {
  const { basePublicIdentifier } = await session.post<{ basePublicIdentifier: string }>('/admin/bases', {
    baseName: 'Guests',
  });
  const kinds = ['single_line_text', 'long_text', 'email', 'number', 'checkbox'];
  const fields = kinds.map((type, at) => ({ id: id('fld'), name: `Question ${at + 1}`, type }));
  const tableId = id('tbl');
  const table = { basePublicId: basePublicIdentifier, id: tableId, name: 'Guests', fields, records: [] };
  await session.mutate('tables.create', table);
  await session.mutate('forms.connectDatabase', {
    ...{ flowId, basePublicIdentifier, tableId, keyFieldId: null, createOptions: false, createLinks: false },
    nameMappings: Object.fromEntries(questions.map((question, at) => [question, must(fields[at]).id])),
  });
}

/** How many too many or too few of the answers that come at once are stored by a form that takes fewer. */
async function overCap(session: Session, url: string): Promise<Figure[]> {
  const form = await publishedForm(session);
  await session.mutate('forms.updateSettings', { flowId: form.flowId, settings: { maxSubmissions: cap } });
  const { send } = await opened(form, url);
  const sent = await Promise.all(Array.from({ length: comers }, (_, n) => send(50_000 + n)));
  const asked = { ...answersOf(form.flowId), limit: 1, includeTotal: true };
  const { total } = await session.query<{ total: number }>('records.list', asked);
  const accepted = sent.filter(({ ok }) => ok).length;
  return [
    {
      ...{ name: `${comers} answers at once to a form with room for ${cap}, off by`, engine: 'postgres' },
      ...{ value: Math.max(Math.abs(total - cap), Math.abs(accepted - cap)), unit: 'answers', limit: 0 },
      note: `${total} stored, ${accepted} accepted`,
    },
  ];
}

/** Bytes of the styles within a published form, compressed with gzip -9, in kB. */
const weightInside = (page: string): number =>
  [...page.matchAll(/<style>(.*?)<\/style>/gs)].reduce(
    (all, [, style]) => all + gzipSync(must(style), { level: 9 }).length,
    0,
  ) / 1_000;

/** Bytes of the files that a published form loads, compressed with gzip -9, in kB. */
export async function weightOf(page: string, url: string, pattern: RegExp): Promise<number> {
  const files = [...page.matchAll(pattern)].map(([, path]) => new URL(must(path), url));
  const bodies = await Promise.all(files.map(async (file) => (await fetch(file)).arrayBuffer()));
  return bodies.reduce((all, body) => all + gzipSync(body, { level: 9 }).length, 0) / 1_000;
}

const scripts = /<script[^>]* src="([^"]+)"/g;

/** The same of the scripts of a page, and of what they import, at once or when it is wanted. */
export async function scriptsWeigh(page: string, url: string): Promise<number> {
  const found = new Map<string, number>();
  const weigh = async (file: URL): Promise<void> => {
    if (found.has(file.href)) return;
    found.set(file.href, 0);
    const body = Buffer.from(await (await fetch(file)).arrayBuffer());
    found.set(file.href, gzipSync(body, { level: 9 }).length / 1_000);
    for (const [, name] of body.toString().matchAll(/["'`](\.\/[\w-]+\.js)["'`]/g))
      await weigh(new URL(must(name), file));
  };
  for (const [, path] of page.matchAll(scripts)) await weigh(new URL(must(path), url));
  return [...found.values()].reduce((all, one) => all + one, 0);
}

/** The same of every script that a published form may load, whatever it asks. */
function weightOfAll(): number {
  const folder = fileURLToPath(new URL('../../../public/dist/assets/public/', import.meta.url));
  // Pages of apps, orders and bookings and the service worker are no part of a form.
  const files = readdirSync(folder).filter((file) => /^(?!app|booking|card|worker).*\.js$/.test(file));
  return (
    files.reduce((all, file) => all + gzipSync(readFileSync(folder + file), { level: 9 }).length, 0) / 1_000
  );
}

/**
 * What a published form weighs, and how fast answers to it are taken, each with its write into a table queued, and the
 * owner's mail up to its limit. On PostgreSQL also what a form with a cap keeps, and the results of many answers.
 */
export async function publishedForms(engine: EngineName): Promise<Figure[]> {
  const cluster = engine === 'postgres' ? await startPostgres() : null;
  // Each answer comes from another network: one alone may send 120 a minute.
  const settings = { LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1' };
  const product = await startProduct({ ...settings, ...(cluster && { DATABASE_URL: cluster.url }) }, []);
  try {
    const session = await signUp(product.url, 'bench');
    const { flowId, questions } = await publishedForm(session);
    await connectTable(session, flowId, questions);
    const form = await opened({ flowId, questions }, product.url);
    const { page } = form;
    const send = async (n: number) => {
      const response = await form.send(n);
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 300)}`);
    };
    await timed(30, send);
    const times = await timed(oneByOne, (n) => send(1_000 + n));
    const begun = performance.now();
    let next = 0;
    const sender = async () => {
      while (next < answersAtOnce) await send(10_000 + next++);
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
    const rate = answersAtOnce / ((performance.now() - begun) / 1_000);
    const figures: Figure[] = [
      { name: 'answer to a form, p95', engine, value: percentile(times, 0.95), unit: 'ms', limit: 60 },
      {
        name: `answers to a form, ${atOnce} at once`,
        engine,
        value: rate,
        unit: 'answers/s',
        better: 'higher',
        ...(engine === 'postgres' && { limit: 300 }),
      },
    ];
    if (engine === 'postgres')
      return [
        ...figures,
        ...(await overCap(session, product.url)),
        ...(await formResults(session, await publishedForm(session))),
      ];
    const [script, style] = [scripts, /<link rel="stylesheet" href="([^"]+)"/g];
    const weight = (pattern: RegExp) => weightOf(page, product.url, pattern);
    return [
      ...figures,
      { name: 'published form, JS gzip', engine: '-', value: await weight(script), unit: 'kB', limit: 35 },
      {
        name: 'published form that asks everything, JS gzip',
        engine: '-',
        value: weightOfAll(),
        unit: 'kB',
        limit: 45,
      },
      {
        name: 'published form, CSS gzip',
        engine: '-',
        value: weightInside(page) + (await weight(style)),
        unit: 'kB',
        limit: 12,
      },
    ];
  } finally {
    await product.stop();
    await cluster?.stop();
  }
}
