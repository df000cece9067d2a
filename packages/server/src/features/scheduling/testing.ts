import type { CallRequest } from '@weft/protocol';
import { rpc, type TestPerson, type TestServer } from '../../testing.ts';

type Edits = CallRequest<'forms.edit'>['edits'];

/** A page that is booked, with these settings and whatever else is edited in it, published; its flow. */
export async function publishedEvent(
  server: Pick<TestServer, 'parts'>,
  person: Pick<TestPerson, 'call'>,
  props: Readonly<Record<string, unknown>> = {},
  more: Edits = [],
): Promise<string> {
  const { flowId } = await rpc(person, 'forms.create', { name: 'Studio visit', kind: 'scheduling' });
  const { version, content } = await rpc(person, 'forms.get', { flowId });
  const before = content.props as Readonly<Record<string, unknown>>;
  const settings = Object.entries(props).map(([key, after]) => ({
    ...{ kind: 'prop', id: null, key, before: before[key] ?? null, after },
  }));
  const edits = [...(settings as Edits), ...more];
  const editId = server.parts.newId('edt');
  const edited =
    edits.length === 0 ? { version } : await rpc(person, 'forms.edit', { flowId, version, editId, edits });
  await rpc(person, 'forms.publish', { flowId, version: edited.version });
  return flowId;
}

/** What a form of a page sends, as a browser does. */
export const sendForm = (
  { url }: Pick<TestServer, 'url'>,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> =>
  fetch(new URL(path, url), {
    ...{ method: 'POST', redirect: 'manual' },
    body: new URLSearchParams(fields),
  });
