import { must } from '@weft/std';
import type { Session } from '@weft/testkit';
import { type Figure, percentile, timed } from '../measure.ts';
import { serverBelow, watchMemory } from '../server-memory.ts';

const answers = 100_000;
const answersPerCall = 2_500;
const openings = 20;
const filterings = 60;
/** Records in one window of the grid. */
const count = 100;

/** A form and its questions: a name, a note, an address and a number. */
export interface AnsweredForm {
  readonly flowId: string;
  readonly questions: readonly string[];
}

/** The table of a form's answers. */
export const answersOf = (flowId: string) => ({
  ...{ basePublicId: flowId, tableId: `tbl${flowId.slice(3)}` },
});

/** On PostgreSQL, the results of a form with 100,000 answers: opening them, filters, and the export as XLSX. */
export async function formResults(session: Session, { flowId, questions }: AnsweredForm): Promise<Figure[]> {
  const [name, note, email, number] = questions.map((id) => id);
  const table = answersOf(flowId);
  const answer = (n: number) => ({
    data: {
      [must(name)]: `Guest ${n}`,
      [must(note)]: `A note of guest ${n}`,
      [must(email)]: `guest${n}@example.org`,
      [must(number)]: n,
    },
  });
  for (let first = 0; first < answers; first += answersPerCall) {
    const records = Array.from({ length: answersPerCall }, (_, at) => answer(first + at));
    await session.mutate('records.create', { ...table, records });
  }
  // The grid opens with the newest first. When an answer was sent is the form's to write; these are numbered instead.
  const sort = [{ fieldId: must(number), direction: 'desc' }];
  const shown = (asked: object) =>
    session.query('records.window', { ...table, sort, start: 0, count, ...asked });
  const opening = await timed(openings, () =>
    Promise.all([
      session.query('forms.get', { flowId }),
      session.query('forms.sessionCounts', { flowId }),
      session.query('metadata.get', table),
      shown({}),
    ]),
  );
  // Each has a value of its own, so that no list is in the cache.
  const conditionOf = (n: number) =>
    must(
      [
        { fieldId: must(note), operator: 'contains', value: `guest ${n * 37}` },
        { fieldId: must(number), operator: 'greater_than', value: n * 1_000 },
        { fieldId: must(email), operator: 'is', value: `guest${n * 91}@example.org` },
      ][n % 3],
    );
  const filtering = await timed(filterings, (n) =>
    shown({ filters: { conjunction: 'and', items: [conditionOf(n)] } }),
  );
  const what = `results of ${answers.toLocaleString('en-US')} answers`;
  const engine = 'postgres';
  return [
    { name: `${what}, opened, p95`, engine, value: percentile(opening, 0.95), unit: 'ms', limit: 1_000 },
    { name: `${what}, new filter, p95`, engine, value: percentile(filtering, 0.95), unit: 'ms', limit: 200 },
    ...(await exported(session, flowId, what)),
  ];
}

async function exported(session: Session, flowId: string, what: string): Promise<Figure[]> {
  const { basePublicId, tableId } = answersOf(flowId);
  const memory = await watchMemory(serverBelow(process.pid));
  const begun = performance.now();
  const path = `/v1/bases/${basePublicId}/tables/${tableId}/export?format=xlsx&timeZone=UTC&formulas=escape`;
  const response = await fetch(new URL(path, session.url), { headers: session.headers });
  if (!response.ok) throw new Error(`The export answered ${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const part of must(response.body)) bytes += part.length;
  const seconds = (performance.now() - begun) / 1_000;
  const engine = 'postgres';
  return [
    {
      ...{ name: `${what}, export as XLSX`, engine, value: seconds, unit: 's', limit: 30 },
      note: `${(bytes / 1_000_000).toFixed(1)} MB`,
    },
    {
      ...{
        name: `${what}, export as XLSX, memory of the server`,
        engine,
        value: await memory.stop(),
        unit: 'MB PSS',
      },
      note: 'the most while it is written',
    },
  ];
}
