import { type FormQuestion, questionsOf } from '@weft/forms';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, startTestServer, type TestPerson, type TestServer } from '../../../testing.ts';
import { asked, freshId, openForm, publishedForm, sendForm } from '../testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

const until = async (isDone: () => Promise<boolean>) => {
  while (!(await isDone())) await new Promise((done) => setTimeout(done, 20));
};

const name = asked('short_text', 'Name', true);
const meal = asked('single_choice', 'Meal');
const team = asked('short_text', 'Team');

/** A database with a table of guests, who belong to teams. */
async function guestList() {
  const basePublicId = await newBase(ann);
  const [teams, guests] = [freshId('tbl'), freshId('tbl')];
  const [teamName, guestName, guestMeal, guestTeam] = ['fld', 'fld', 'fld', 'fld'].map(freshId) as [
    string,
    string,
    string,
    string,
  ];
  await rpc(ann, 'tables.create', {
    ...{ basePublicId, id: teams, name: 'Teams' },
    fields: [{ id: teamName, name: 'Name', type: 'single_line_text' }],
    records: [{ id: freshId('rec'), data: { [teamName]: 'Red' } }],
  });
  await rpc(ann, 'tables.create', {
    ...{ basePublicId, id: guests, name: 'Guests' },
    fields: [
      { id: guestName, name: 'Name', type: 'single_line_text' },
      { id: guestMeal, name: 'Meal', type: 'single_select' },
    ],
    records: [],
  });
  await rpc(ann, 'fields.create', {
    ...{ basePublicId, tableId: guests },
    field: { id: guestTeam, name: 'Team', type: 'linked_record', template: { tableId: teams } },
  });
  const records = async (tableId = guests) =>
    (await rpc(ann, 'records.list', { basePublicId, tableId, limit: 100 })).records;
  return { basePublicId, guests, teams, guestName, guestMeal, guestTeam, records };
}

type List = Awaited<ReturnType<typeof guestList>>;

const mappingOf = (list: List, more: { keyFieldId?: string; createLinks?: boolean } = {}) => ({
  ...{ basePublicIdentifier: list.basePublicId, tableId: list.guests },
  nameMappings: { [name.id]: list.guestName, [meal.id]: list.guestMeal, [team.id]: list.guestTeam },
  ...{ keyFieldId: null, createOptions: true, createLinks: true, ...more },
});

const answer = async (flowId: string, sent: Record<string, string>) => {
  const { parts } = await openForm(server.url, flowId);
  const response = await sendForm(server.url, flowId, { ...parts(), ...sent });
  expect(response.status).toBe(200);
};
const log = async (flowId: string) => (await rpc(ann, 'forms.integrations', { flowId })).deliveries;
const settled = (flowId: string, count: number) =>
  until(async () => {
    const deliveries = await log(flowId);
    return deliveries.length === count && deliveries.every(({ state }) => state !== 'waiting');
  });

const questions: readonly FormQuestion[] = [name, meal, team];
const labelOf = (question: FormQuestion, at: number) => must(question.choices[at]);

describe('a form of a table', () => {
  it('asks for its fields, and its answers become records there', async () => {
    const list = await guestList();
    const table = { basePublicIdentifier: list.basePublicId, tableId: list.guests };
    const { flowId } = await rpc(ann, 'forms.create', { name: 'Guests', table });
    const { content, version } = await rpc(ann, 'forms.get', { flowId });
    const [asksName] = questionsOf(content);
    expect(questionsOf(content).map(({ label }) => label)).toContain('Name');
    await rpc(ann, 'forms.publish', { flowId, version });
    await answer(flowId, { [must(asksName).id]: 'Ada' });
    await settled(flowId, 1);
    expect((await list.records()).map(({ data }) => data[list.guestName])).toEqual(['Ada']);
  });

  it('is made with its connection or not at all', async () => {
    const list = await guestList();
    const table = { basePublicIdentifier: list.basePublicId, tableId: list.guests };
    const made = { name: 'Guests', flowId: freshId('bas'), table };
    await sql`alter table weft.flow_integrations add constraint refused check (false) not valid`.execute(
      server.control,
    );
    await expect(rpc(ann, 'forms.create', made)).rejects.toThrow();
    await sql`alter table weft.flow_integrations drop constraint refused`.execute(server.control);
    const { flowId } = await rpc(ann, 'forms.create', made);
    const { integrations } = await rpc(ann, 'forms.integrations', { flowId });
    expect(integrations).toMatchObject([{ basePublicIdentifier: list.basePublicId, problem: null }]);
  });

  it('is made by those who may write the table alone', async () => {
    const list = await guestList();
    const eve = await server.signUp('Eve Stranger');
    const table = { basePublicIdentifier: list.basePublicId, tableId: list.guests };
    await expect(rpc(eve, 'forms.create', { name: 'Mine now', table })).rejects.toMatchObject({
      message: 'Missing or unknown base',
    });
  });
});

describe('answers written into a database', () => {
  it('become records with options and links made where there are none, and once however often sent', async () => {
    const [list, flowId] = [await guestList(), await publishedForm(ann, questions)];
    const connected = await rpc(ann, 'forms.connectDatabase', { flowId, ...mappingOf(list) });
    const { integrations } = await rpc(ann, 'forms.integrations', { flowId });
    expect(integrations).toMatchObject([
      { id: connected.id, serviceType: 'databases', basePublicIdentifier: list.basePublicId, problem: null },
    ]);
    expect(must(integrations[0]).writeQuery.id).toMatch(/^[0-9a-z]{10}$/);
    await expect(rpc(ann, 'forms.connectDatabase', { flowId, ...mappingOf(list) })).rejects.toMatchObject({
      message: 'You cannot connect to two databases at once.',
    });

    const choice = labelOf(meal, 0);
    await answer(flowId, { [name.id]: 'Ada', [meal.id]: choice.id, [team.id]: 'Red' });
    await answer(flowId, { [name.id]: 'Bert', [meal.id]: choice.id, [team.id]: 'Blue' });
    await settled(flowId, 2);
    const teams = await list.records(list.teams);
    expect(teams).toHaveLength(2);
    const records = await list.records();
    expect(records.map(({ data }) => data[list.guestName]).toSorted()).toEqual(['Ada', 'Bert']);
    const meals = new Set(records.map(({ data }) => data[list.guestMeal]));
    expect(meals.size).toBe(1);
    expect(records.map(({ data }) => (data[list.guestTeam] as string[]).length)).toEqual([1, 1]);
    expect((await log(flowId)).map(({ answer: said }) => said)).toEqual([
      'Added a record to Guests.',
      'Added a record to Guests.',
    ]);

    await rpc(ann, 'forms.replayDelivery', { flowId, deliveryId: must((await log(flowId))[0]).id });
    await settled(flowId, 2);
    expect(await list.records()).toHaveLength(2);
  });

  it('change the record that has the key, also when two come at once', async () => {
    const [list, flowId] = [await guestList(), await publishedForm(ann, questions)];
    const keyed = mappingOf(list, { keyFieldId: list.guestName });
    await rpc(ann, 'forms.connectDatabase', { flowId, ...keyed });
    await Promise.all(
      [0, 1].map((at) => answer(flowId, { [name.id]: 'Ada', [meal.id]: labelOf(meal, at).id })),
    );
    await settled(flowId, 2);
    expect((await list.records()).map(({ data }) => data[list.guestName])).toEqual(['Ada']);
    const [record] = await list.records();
    await rpc(ann, 'records.delete', {
      ...{ basePublicId: list.basePublicId, tableId: list.guests, recordId: must(record).id },
    });
    await answer(flowId, { [name.id]: 'Ada' });
    await settled(flowId, 3);
    expect(await list.records()).toHaveLength(1);
  });

  it('put nothing back that a later answer, or a person, changed', async () => {
    for (const keyed of [false, true]) {
      const [list, flowId] = [await guestList(), await publishedForm(ann, questions)];
      const { basePublicId, guests: tableId, guestMeal } = list;
      const mapping = mappingOf(list, keyed ? { keyFieldId: list.guestName } : {});
      await rpc(ann, 'forms.connectDatabase', { flowId, ...mapping });
      for (const [at, known] of [0, 1].entries()) {
        await answer(flowId, { [name.id]: 'Ada', [meal.id]: labelOf(meal, known).id });
        await settled(flowId, at + 1);
      }
      const before = await list.records();
      expect(before).toHaveLength(keyed ? 1 : 2);
      const [first] = before;
      const replay = async (at: number) => {
        await rpc(ann, 'forms.replayDelivery', { flowId, deliveryId: must((await log(flowId))[at]).id });
        await settled(flowId, 2);
        return (await log(flowId))[at]?.answer;
      };
      expect(await replay(1)).toBe(
        keyed
          ? 'A later answer changed this record of Guests, which was left as it is.'
          : 'Guests has the record of this answer already.',
      );
      expect(await list.records()).toEqual(before);
      const cell = { recordId: must(first).id, data: { [guestMeal]: null } };
      await rpc(ann, 'records.update', { basePublicId, tableId, ...cell });
      expect(await replay(0)).toBe('Guests has the record of this answer already.');
      await replay(1);
      const after = await list.records();
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      expect(after[0]?.data[guestMeal] ?? null).toBe(null);
    }
  });

  it('name at most fifty linked records, each once, and none that several are called', async () => {
    const [list, flowId] = [await guestList(), await publishedForm(ann, questions)];
    const { basePublicId, teams } = list;
    const data = must((await list.records(teams))[0]).data;
    await rpc(ann, 'records.create', { basePublicId, tableId: teams, records: [{ data }] });
    await rpc(ann, 'forms.connectDatabase', { flowId, ...mappingOf(list) });
    const names = Array.from({ length: 60 }, (_, at) => `Team ${at % 55}`);
    await answer(flowId, { [name.id]: 'Ada', [team.id]: ['Red', ...names].join(', ') });
    await settled(flowId, 1);
    expect(await list.records(teams)).toHaveLength(2 + 49);
    expect(must((await list.records())[0]).data[list.guestTeam]).toHaveLength(49);
    expect((await log(flowId))[0]?.answer).toBe(
      'Added a record to Guests. 6 of 56 names for Team are left out. 2 records of Teams are called “Red”: none of them is linked.',
    );
  });

  it('become records again however often those of their key and their names were deleted', async () => {
    const [list, flowId] = [await guestList(), await publishedForm(ann, questions)];
    await rpc(ann, 'forms.connectDatabase', {
      flowId,
      ...mappingOf(list, { keyFieldId: list.guestName }),
    });
    for (let times = 1; times <= 7; times++) {
      await answer(flowId, { [name.id]: 'Ada', [team.id]: 'Blue' });
      await settled(flowId, times);
      expect((await log(flowId))[0]?.answer).toBe('Added a record to Guests.');
      const [made] = await list.records();
      const [teamId] = must(made).data[list.guestTeam] as string[];
      for (const [tableId, recordId] of [
        [list.guests, must(made).id],
        [list.teams, must(teamId)],
      ] as const)
        await rpc(ann, 'records.delete', { basePublicId: list.basePublicId, tableId, recordId });
    }
  });

  it('wait while the database cannot be written or is switched off, and are written once it can', async () => {
    const [list, flowId] = [await guestList(), await publishedForm(ann, questions)];
    const { id: integrationId } = await rpc(ann, 'forms.connectDatabase', { flowId, ...mappingOf(list) });
    await ann.call('POST', '/admin/flows/trash', { flowIds: [list.basePublicId], action: 'trash' });
    await answer(flowId, { [name.id]: 'Ada' });
    const waiting = (said: string) =>
      until(async () => {
        const [delivery] = await log(flowId);
        return delivery?.state === 'waiting' && delivery.answer === `${said}. Nothing was written`;
      });
    await waiting('Missing or unknown base');
    await rpc(ann, 'forms.updateIntegration', { flowId, integrationId, enabled: false });
    await waiting('The connection is switched off');
    const { integrations } = await rpc(ann, 'forms.integrations', { flowId });
    expect(must(integrations[0]).problem).toBe('Missing or unknown base');
    const other = await guestList();
    const mapping = mappingOf(other, { createLinks: false });
    await rpc(ann, 'forms.updateIntegration', { flowId, integrationId, mapping, enabled: true });
    await settled(flowId, 1);
    expect((await other.records()).map(({ data }) => data[other.guestName])).toEqual(['Ada']);
    await answer(flowId, { [name.id]: 'Bert', [team.id]: 'Green' });
    await settled(flowId, 2);
    expect((await log(flowId))[0]?.answer).toBe(
      'Added a record to Guests. No record of Teams is called “Green”.',
    );
    await rpc(ann, 'forms.removeIntegration', { flowId, integrationId });
    expect((await rpc(ann, 'forms.integrations', { flowId })).integrations).toEqual([]);
  });

  it('go into no database that the person who connects it may not write', async () => {
    const stranger = await server.signUp('Stan Stranger');
    const [list, flowId] = [await guestList(), await publishedForm(stranger, questions)];
    await expect(
      rpc(stranger, 'forms.connectDatabase', { flowId, ...mappingOf(list) }),
    ).rejects.toMatchObject({
      ...{ kind: 'not-found', message: 'Missing or unknown base' },
    });
  });
});

it('writes are listed page by page, and those given up are sent again all at once', async () => {
  const [list, flowId] = [await guestList(), await publishedForm(ann, questions)];
  await rpc(ann, 'forms.connectDatabase', { flowId, ...mappingOf(list) });
  const count = 22;
  for (let at = 0; at < count; at++) await answer(flowId, { [name.id]: `Guest ${at}` });
  await settled(flowId, count);
  const of = { flowId, kind: 'database' as const };
  const first = await rpc(ann, 'forms.deliveries', of);
  expect([first.deliveries.length, first.failedCount, first.deliveries[0]?.to]).toEqual([20, 0, 'Plans']);
  const second = await rpc(ann, 'forms.deliveries', { ...of, cursor: must(first.nextCursor) });
  expect([second.deliveries.length, second.nextCursor]).toEqual([2, null]);
  const [lost, alsoLost] = second.deliveries.map(({ id }) => id);
  await sql`update weft.deliveries set state = 'failed' where id in (${lost}, ${alsoLost})`.execute(
    server.control,
  );
  const failed = await rpc(ann, 'forms.deliveries', { ...of, failed: true });
  expect(failed.deliveries.map(({ id }) => id)).toEqual([lost, alsoLost]);
  expect(failed.failedCount).toBe(2);
  expect(await rpc(ann, 'forms.replayFailed', of)).toEqual({ replayed: 2 });
  await settled(flowId, count);
  expect((await rpc(ann, 'forms.deliveries', of)).failedCount).toBe(0);
  expect(await list.records()).toHaveLength(count);
});
