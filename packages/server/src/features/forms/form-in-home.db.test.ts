import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBase, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from './testing.ts';

interface Listed {
  readonly id: string;
  readonly submissions: number | null;
}

describe('a form in the list of home', () => {
  let server: TestServer;
  let ann: TestPerson;
  beforeAll(async () => {
    server = await startTestServer();
    ann = await server.signUp('Ann Owner');
  });
  afterAll(() => server.close());

  const listed = async (id: string): Promise<Listed> => {
    const { flows } = (await (await ann.call('GET', '/admin/flows')).json()) as { flows: Listed[] };
    return must(flows.find((flow) => flow.id === id));
  };

  it('shows how many answers it has taken, and a database shows none', async () => {
    const question = asked('short_text', 'Name');
    const flowId = await publishedForm(ann, [question]);
    expect((await listed(flowId)).submissions).toBe(0);
    for (const answer of ['Ada', 'Grace']) {
      const { parts } = await openForm(server.url, flowId);
      expect((await sendForm(server.url, flowId, { ...parts(), [question.id]: answer })).status).toBe(200);
    }
    expect((await listed(flowId)).submissions).toBe(2);
    expect((await listed(await newBase(ann, 'Plans'))).submissions).toBeNull();
  });
});
