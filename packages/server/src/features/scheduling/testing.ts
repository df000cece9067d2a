import type { CallRequest } from '@weft/protocol';
import { expect } from 'vitest';
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

/** Two colleagues who work from Monday to Friday, 09:00 to 17:00 in Paris. */
export async function twoHosts(server: Pick<TestServer, 'signUp'>) {
  const ann = await server.signUp('Ann Owner');
  const made = await ann.call('POST', '/v1/invitations', { role: 'member' });
  const { code } = (await made.json()) as { code: string };
  const bob = await server.signUp('Bob Builder', { invitationCode: code });
  const work = { name: 'Work', timezone: 'Europe/Paris', isDefault: true };
  for (const person of [ann, bob]) await person.call('POST', '/admin/userAvailabilities/', work);
  return { ann, bob };
}

/** Somebody who books. */
export const amara = {
  name: 'Amara Lindqvist',
  email: 'amara@example.org',
  zone: 'Europe/Stockholm',
  duration: '30',
};

/** Sends what the page of a time asks for. */
export const bookAs = (
  server: Pick<TestServer, 'url' | 'parts'>,
  person: typeof amara,
  flowId: string,
  at: number,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  sendForm(server, `/t/${flowId}`, {
    ...{ ...person, at: String(at), request: server.parts.newId('sub') },
    ...more,
  });

/** The path of the booking that was made. */
export async function booked(answer: Response): Promise<string> {
  expect([answer.status, answer.status === 303 ? '' : await answer.text()]).toEqual([303, '']);
  return answer.headers.get('location') ?? '';
}

/** What whoever opens a page sees. */
export async function pageAt({ url }: Pick<TestServer, 'url'>, path: string) {
  const answer = await fetch(new URL(path, url));
  return { status: answer.status, text: await answer.text() };
}
