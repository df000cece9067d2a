import { expect, it, onTestFinished } from 'vitest';
import { rpc, startTestServer } from '../../testing.ts';
import { asked, publishedForm } from '../forms/testing.ts';

it('a test writes what an answer would come to, and says what would be left out', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const ann = await server.signUp('Ann Owner');
  const [note, count, day] = [asked('short_text', 'Note'), asked('number', 'Count'), asked('date', 'Day')];
  const target = await publishedForm(ann, [note, count, day], 'Kitchen');
  const [name, email, wish] = [
    asked('short_text', 'Your name', true),
    asked('email', 'Email'),
    asked('long_text', 'Wish'),
  ];
  const flowId = await publishedForm(ann, [name, email, wish], 'Guests');
  const made = await ann.call('POST', '/admin/services/create/weft', { serviceName: 'Forms', config: {} });
  const { service } = (await made.json()) as { service: { id: string } };
  const [submitted] = (await rpc(ann, 'integrations.list', { flowId })).fields;
  const nameMappings = {
    [note.id]: { template: '{{Your name}} <{{Email}}>', transform: 'uppercase' },
    [count.id]: { questionId: wish.id },
    [day.id]: { questionId: submitted?.id ?? '' },
  };
  const tested = await ann.call('POST', `/v1/admin/integrations/${flowId}/test?mode=edit`, {
    ...{ serviceType: 'weft', serviceId: service.id, config: { settings: { formId: target }, nameMappings } },
  });
  const { data, error } = (await tested.json()) as {
    data: { said: string; values: { name: string; text: string | null }[] };
    error: string | null;
  };
  expect(error).toBeNull();
  expect(data.said).toContain('“Test: Wish” does not fit Count and was left out.');
  expect(data.values.map(({ name: of, text }) => [of, text])).toEqual([
    ['Note', `TEST: YOUR NAME <${ann.email.toUpperCase()}>`],
    ['Count', null],
    ['Day', expect.stringMatching(/^\d{4}-\d{2}-\d{2}/)],
  ]);
});
