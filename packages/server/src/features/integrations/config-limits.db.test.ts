import { expect, it, onTestFinished } from 'vitest';
import { rpc, startTestServer } from '../../testing.ts';
import { asked, publishedForm } from '../forms/testing.ts';

it('what a form writes to its services is no longer than can be read again for each answer', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const ann = await server.signUp('Ann Owner');
  const name = asked('short_text', 'Name', true);
  const target = await publishedForm(ann, [name], 'Kitchen');
  const flowId = await publishedForm(ann, [name], 'Guests');
  const made = await ann.call('POST', '/admin/services/create/weft', { serviceName: 'Forms', config: {} });
  const { service } = (await made.json()) as { service: { id: string } };
  const fields = (each: number, nth: number) =>
    Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`${nth}-${at}`, { template: 'x'.repeat(each) }]),
    );
  const queryOf = (each: number, nth: number) => ({
    config: { settings: { formId: target }, nameMappings: fields(each, nth) },
  });
  const of = (each: number, nth: number) => ({
    ...{ flowId, serviceId: service.id, serviceType: 'weft' as const, writeQuery: queryOf(each, nth) },
  });
  const connect = (each: number, nth: number) => rpc(ann, 'integrations.connect', of(each, nth));
  await expect(connect(10_000, 0)).rejects.toThrow('longer than 100,000 characters');
  const ids: string[] = [];
  for (let nth = 0; nth < 10; nth++) ids.push((await connect(9_900, nth)).id);
  await expect(connect(9_900, 10)).rejects.toThrow('too long together');
  const change = (each: number) => ({ flowId, integrationId: ids[0] ?? '', writeQuery: queryOf(each, 0) });
  await rpc(ann, 'integrations.update', change(10));
  await connect(9_000, 10);
  await expect(rpc(ann, 'integrations.update', change(9_900))).rejects.toThrow('too long together');
  expect((await rpc(ann, 'integrations.list', { flowId })).integrations).toHaveLength(11);
});
