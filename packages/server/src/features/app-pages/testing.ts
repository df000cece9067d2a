import { must } from '@weft/std';
import { vi } from 'vitest';
import { type TestMailServer, textOf } from '../../mail/testing.ts';
import { newBase, rpc, type TestPerson, type TestServer } from '../../testing.ts';

/** A portal of customers who see their own orders: Lea has two, Omar has one. Its addresses end with a number. */
let made = 0;
export async function portalOf(ann: TestPerson) {
  const at = `p${++made}`;
  const basePublicId = await newBase(ann, 'Linen Studio');
  const { table: people } = await rpc(ann, 'tables.create', {
    basePublicId,
    name: 'Customers',
    fields: [
      { name: 'Name', type: 'single_line_text' },
      { name: 'Email', type: 'email' },
    ],
  });
  const { table: orders } = await rpc(ann, 'tables.create', {
    basePublicId,
    name: 'Orders',
    fields: [
      { name: 'Order', type: 'single_line_text' },
      { name: 'Stage', type: 'single_line_text' },
    ],
  });
  const { field: customer } = await rpc(ann, 'fields.create', {
    ...{ basePublicId, tableId: orders.id },
    field: { name: 'Customer', type: 'linked_record', template: { tableId: people.id } },
  });
  const email = (name: string) => `${name}@${at}.example.org`;
  const add = async (tableId: string, data: Record<string, string>) =>
    must((await rpc(ann, 'records.create', { basePublicId, tableId, records: [{ data }] })).records[0]).id;
  const fieldOf = (table: { fields: readonly { id: string; name: string }[] }, name: string) =>
    must(table.fields.find((field) => field.name === name)).id;
  const ids: Record<string, string> = {};
  for (const name of ['lea', 'omar'])
    ids[name] = await add(people.id, {
      [people.primaryFieldId]: name,
      [fieldOf(people, 'Email')]: email(name),
    });
  for (const [order, owner] of [
    ['Aprons', 'lea'],
    ['Runners', 'lea'],
    ['Curtains', 'omar'],
  ] as const) {
    ids[order] = await add(orders.id, {
      [orders.primaryFieldId]: order,
      [fieldOf(orders, 'Stage')]: `stage of ${order}`,
    });
    await rpc(ann, 'records.updateLinks', {
      ...{ basePublicId, tableId: orders.id, recordId: must(ids[order]), fieldId: customer.id },
      ...{ newIds: [must(ids[owner])], oldIds: [] },
    });
  }
  const { flowId } = await rpc(ann, 'apps.create', {
    name: 'Linen Studio',
    from: { kind: 'base', baseId: basePublicId, who: 'own' },
  });
  const { version, content } = await rpc(ann, 'apps.get', { flowId });
  await rpc(ann, 'apps.publish', { flowId, version });
  const blockOf = (type: string, tableId = orders.id) =>
    must(
      Object.entries(content.blocks).find(
        ([, { props }]) => props.type === type && (props.table === undefined || props.table === tableId),
      ),
    )[0];
  return {
    flowId,
    basePublicId,
    people,
    orders,
    email,
    ids,
    content,
    blockOf,
    customer: customer.id,
    stage: fieldOf(orders, 'Stage'),
  };
}

let numbered = 0;
const numberedId = (kind: string) => `${kind}${(++numbered).toString(36).padStart(21, '0')}`;

/** A public app of one page with these blocks and rules, published. */
export async function publishedPage(
  person: Pick<TestPerson, 'call'>,
  {
    baseId,
    page,
    blocks,
    rules,
  }: {
    readonly baseId: string;
    readonly page: object;
    readonly blocks: readonly object[];
    readonly rules: readonly object[];
  },
): Promise<{ readonly flowId: string; readonly blockIds: readonly string[] }> {
  const pageId = numberedId('pag');
  const placed = (parent: string | null, at: number, props: object) => ({
    ...{ parent, order: `a${at.toString(36).padStart(3, '0')}V` },
    props,
  });
  const named = blocks.map((block) => [numberedId('blk'), block] as const);
  const content = {
    ...{ kind: 'app', schema: 0 },
    props: { title: 'Test', access: 'public', source: { type: 'base', baseId } },
    blocks: {
      [pageId]: placed(null, 0, { type: 'page', visibleTo: 'everyone', ...page }),
      ...Object.fromEntries(named.map(([id, props], at) => [id, placed(pageId, at, props)])),
      ...Object.fromEntries(
        rules.map((rule, at) => [numberedId('rul'), placed(null, at + 1, { type: 'rule', ...rule })]),
      ),
    },
  };
  const response = await person.call('POST', '/admin/zite/apps/import', {
    file: { format: 'weft-app', version: 1, name: 'Test', content, images: [] },
  });
  const { flowId } = (await response.json()) as { flowId: string };
  const { version } = await rpc(person, 'apps.get', { flowId });
  await rpc(person, 'apps.publish', { flowId, version });
  return { flowId, blockIds: named.map(([id]) => id) };
}

/** One browser at an app. */
export function browserAt(
  server: Pick<TestServer, 'url'>,
  flowId: string,
  mail: Pick<TestMailServer, 'received'>,
  from = '10.8.1.1',
) {
  const jar = new Map<string, string>();
  const visit = async (path: string, body?: Record<string, string> | URLSearchParams | FormData) => {
    const response = await fetch(new URL(`/a/${flowId}${path}`, server.url), {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...{ origin: server.url, 'x-forwarded-for': from },
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : new URLSearchParams(body) }),
    });
    for (const text of response.headers.getSetCookie()) {
      const [name = '', value = ''] = must(text.split(';')[0]).split('=');
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return {
      status: response.status,
      text: await response.text(),
      to: response.headers.get('location'),
      headers: response.headers,
    };
  };
  const mailTo = async (email: string, before: number) => {
    const found = await vi.waitFor(() => must(mail.received.slice(before).find(({ to }) => to[0] === email)));
    const text = textOf(found.source);
    return { code: must(/^\d{6}$/m.exec(text)?.[0]), link: new URL(must(/^http\S+$/m.exec(text)?.[0])) };
  };
  const askFor = async (email: string) => {
    const before = mail.received.length;
    const page = await visit('/-/sign-in', { email });
    return { page, mail: () => mailTo(email, before) };
  };
  const signIn = async (email: string) => {
    const { code } = await (await askFor(email)).mail();
    return visit('/-/sign-in', { code });
  };
  return { visit, askFor, signIn, jar };
}
