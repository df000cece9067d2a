import { readFileSync } from 'node:fs';
import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../../testing.ts';
import { asked, edit, freshId, openForm, publishedForm, sendForm } from '../testing.ts';
import { attempts, choice, type Questions, type Sent, tamperedForm } from './testing.ts';

/**
 * What a browser of ours would never send. Each attempt is refused as a whole: nothing is stored, nobody is told, and the
 * form's next answer is taken as ever. `docs/tampered-answers.md` lists the attempts, each with the status it is answered
 * with.
 */
const documented = new Map(
  [
    ...readFileSync(new URL('../../../../../../docs/tampered-answers.md', import.meta.url), 'utf8').matchAll(
      /^\| (.+) \| (\d{3}) \|$/gm,
    ),
  ].map(([, what = '', status]) => [what, Number(status)] as const),
);

let server: TestServer;
let ann: TestPerson;
let form: Awaited<ReturnType<typeof tamperedForm>>;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
  form = await tamperedForm(server, ann);
});
afterAll(() => server.close());

/** The same from a page that was opened now: whoever opened the form before it was published anew may finish it (S14). */
async function openedAnew(flowId: string, sent: Sent): Promise<Sent> {
  const { token } = (await openForm(server.url, flowId)).parts();
  return sent.map(([name, text]) => [name, name === 'token' ? token : text]);
}

const stored = async (flowId: string) => {
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const tableId = must(metadata.tables[0]).id;
  return (await rpc(ann, 'records.list', { basePublicId: flowId, tableId })).records;
};

/** A published form with one question, and a good answer to it. */
async function ownForm() {
  const [day, note] = [asked('single_choice', 'Day', true), asked('short_text', 'Note')];
  const flowId = await publishedForm(ann, [day, note], 'Gated');
  const opened = (await openForm(server.url, flowId)).parts();
  const sent: Sent = [...Object.entries(opened), [day.id, choice(day)]];
  const set = (settings: object) => rpc(ann, 'forms.updateSettings', { flowId, settings });
  /** Makes a change to the draft and publishes it. */
  const republish = async (edits: (draft: Draft) => Parameters<typeof edit>[3]) => {
    const draft = await rpc(ann, 'forms.get', { flowId });
    const { version } = await edit(ann, flowId, draft.version, edits(draft));
    await rpc(ann, 'forms.publish', { flowId, version });
  };
  return { flowId, day, note, sent, set, republish };
}
type Draft = Awaited<ReturnType<typeof rpc<'forms.get'>>>;
type OwnForm = Awaited<ReturnType<typeof ownForm>>;

const again = (sent: Sent): Sent =>
  sent.map(([name, text]) => [name, name === 'submission' ? freshId('sub') : text]);
const removed = (ids: readonly string[]) => (draft: Draft) =>
  ids.map((id) => ({ kind: 'block', id, before: must(draft.content.blocks[id]), after: null })) as Parameters<
    typeof edit
  >[3];

/** What has become of a form when somebody sends a good answer all the same, and what they send. */
const forms: { readonly [what: string]: (form: OwnForm) => Promise<Sent> } = {
  'a good answer to a form that was closed': async ({ set, sent }) => {
    await set({ disabledForm: true });
    return sent;
  },
  'a good answer before the form opens': async ({ set, sent }) => {
    await set({ openDate: '2999-01-01T00:00:00Z' });
    return sent;
  },
  'a good answer after the form has expired': async ({ set, sent }) => {
    await set({ expirationDate: '2020-01-01T00:00:00Z' });
    return sent;
  },
  'an answer above the form’s maximum number of submissions': async ({ set, sent, flowId }) => {
    await set({ maxSubmissions: 1 });
    await sendForm(server.url, flowId, sent);
    return again(sent);
  },
  'a choice whose capacity is used up': async ({ republish, sent, flowId, day }) => {
    await republish(() => [{ kind: 'prop', id: choice(day), key: 'capacity', before: null, after: 1 }]);
    await sendForm(server.url, flowId, sent);
    return again(sent);
  },
  'a good answer without the password of the form': async ({ flowId, sent }) => {
    await rpc(ann, 'forms.setPassword', { flowId, password: 'open sesame' });
    return sent;
  },
  'a good answer without the proof of work that the form asks for': async ({ set, sent }) => {
    await set({ proofOfWork: true });
    return sent;
  },
  'a good answer without an address of an allowed domain': async ({ set, sent }) => {
    await set({ allowedDomains: ['example.org'] });
    return sent;
  },
  'a good answer to a form that is not published any more': async ({ flowId, sent }) => {
    await rpc(ann, 'forms.unpublish', { flowId });
    return sent;
  },
  'a good answer to a form in the trash': async ({ flowId, sent }) => {
    await ann.call('POST', '/admin/flows/trash', { flowIds: [flowId], action: 'trash' });
    return sent;
  },
  'a good answer with the token of another form': async ({ sent }) =>
    sent.map(([name, text]) => [name, name === 'token' ? form.token : text]),
  'an answer that was taken, sent again with another choice': async ({ flowId, sent, day }) => {
    await sendForm(server.url, flowId, sent);
    return sent.map(([name, text]) => [name, name === day.id ? choice(day, 1) : text]);
  },
  'a version from before a question was removed, with an answer to it': async ({
    republish,
    flowId,
    sent,
    note,
  }) => {
    await republish(removed([note.id]));
    return [...(await openedAnew(flowId, sent)), [note.id, 'x']];
  },
  'a version from before a choice was removed, with that choice': async ({
    republish,
    flowId,
    sent,
    day,
  }) => {
    await republish(removed([choice(day)]));
    return openedAnew(flowId, sent);
  },
};

describe('an answer that was tampered with', () => {
  const good = ({ comes, menu, seats }: Questions): Sent => [
    [comes.id, 'yes'],
    [menu.id, choice(menu)],
    [seats.id, '2'],
  ];
  const body = (sent: Sent): Sent => {
    const named = new Set(sent.map(([name]) => name));
    const usual: Sent = [
      ['submission', freshId('sub')],
      ['snapshot', form.snapshot],
      ['token', form.token],
      ...good(form.questions),
    ];
    return [...usual.filter(([name]) => !named.has(name)), ...sent];
  };

  it('is tried in more than sixty ways, each of which the documentation lists', () => {
    const tried = [...Object.keys(attempts), ...Object.keys(forms)];
    expect(tried.length).toBeGreaterThanOrEqual(60);
    expect([...documented.keys()]).toEqual(tried);
  });

  it.each(Object.entries(attempts))('is refused whole: %s', async (what, sent) => {
    const response = await sendForm(server.url, form.flowId, body(sent(form.questions, form)));
    expect(await response.text()).not.toContain('Taken');
    expect(response.status).toBe(documented.get(what));
  });

  it.each(Object.entries(forms))('is refused whole: %s', async (what, send) => {
    const own = await ownForm();
    const sent = await send(own);
    const before = await stored(own.flowId);
    const response = await sendForm(server.url, own.flowId, sent);
    expect(await response.text()).not.toContain('Thank you');
    expect(response.status).toBe(documented.get(what));
    expect(await stored(own.flowId)).toEqual(before);
  });

  it('is refused whole: ten megabytes, another type of body, and none', async () => {
    const { flowId, questions } = form;
    const large = `${questions.note.id}=${'x'.repeat(10 * 1024 * 1024)}`;
    const json = { 'content-type': 'application/json' };
    // The connection may end under a body that nobody reads.
    const status = (sent: Promise<Response>) => sent.then((response) => response.status).catch(() => 413);
    // More than strangers of one network may have under way, or than an answer may be.
    expect([413, 429]).toContain(await status(sendForm(server.url, flowId, large)));
    expect(await status(sendForm(server.url, flowId, '{}', json))).toBe(400);
    expect(await status(sendForm(server.url, flowId, ''))).toBe(400);
    const foreign = { origin: 'https://evil.example' };
    expect(await status(sendForm(server.url, flowId, body([]), foreign))).toBe(403);
    expect(await status(sendForm(server.url, 'bas000000000000000000000', body([])))).toBe(404);
  });

  it('is kept unfinished without the characters that cannot be stored', async () => {
    const { flowId, questions } = form;
    const unfinished = body([[questions.note.id, 'kept\0whole']]);
    const response = await fetch(new URL(`/t/${flowId}/unfinished`, server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(unfinished as [string, string][]),
    });
    expect([response.status, await response.json()]).toEqual([200, { kept: true }]);
    const cookie = must(response.headers.get('set-cookie')?.split(';')[0]);
    const resumed = await fetch(new URL(`/t/${flowId}`, server.url), { headers: { cookie } });
    expect(await resumed.text()).toContain('keptwhole');
  });

  it('leaves nothing behind, and a good answer is taken with its total as the server computes it', async () => {
    const { flowId, questions } = form;
    expect(await stored(flowId)).toEqual([]);
    // The second is not asked of whoever comes: what was sent for it counts for nothing.
    const sent = body([
      [questions.total.id, '1000000'],
      [questions.why.id, 'hidden'],
    ]);
    expect(await (await sendForm(server.url, flowId, sent)).text()).toContain('Taken');
    expect(await (await sendForm(server.url, flowId, sent)).text()).toContain('Already received');
    const records = await stored(flowId);
    const { total, why } = questions;
    expect(records.map(({ data }) => [data[total.id], data[why.id] ?? null])).toEqual([[25, null]]);
  });
});
