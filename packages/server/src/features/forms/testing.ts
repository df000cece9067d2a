import { ordersBetween } from '@weft/documents';
import {
  choiceProps,
  type FormQuestion,
  firstPageId,
  newChildren,
  partProps,
  questionProps,
} from '@weft/forms';
import { must } from '@weft/std';
import { rpc, type TestPerson, type TestServer } from '../../testing.ts';

type BlockProps = Record<string, string | number | boolean>;

/** Conditions as the document stores them: those that are not set are not there. */
const withoutNull = (conditions: object) =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== null)) as BlockProps;

let made = 0;
/** An id of a kind, another each time. */
export const freshId = (kind: string): string => `${kind}${(made++).toString(36).padStart(21, '0')}`;

export const asked = (type: FormQuestion['type'], label: string, required = false): FormQuestion => {
  const children = newChildren(type, freshId);
  return {
    id: freshId('fld'),
    type,
    label,
    help: '',
    required,
    settings: {},
    shownWhen: null,
    requiredWhen: null,
    choices: children
      .filter(({ props }) => props.type === 'choice')
      .map(({ id, props }) => ({ id, label: String(props.label) })),
    parts: children
      .filter(({ props }) => props.type === 'part')
      .map(({ id, props }) => ({ id, name: String(props.name), label: String(props.label) })),
  };
};

/** A form of these questions, published; its id. */
export async function publishedForm(
  person: Pick<TestPerson, 'call'>,
  questions: readonly FormQuestion[],
  name = 'Guests',
): Promise<string> {
  const { flowId } = await rpc(person, 'forms.create', { name });
  await edit(person, flowId, 0, add(questions));
  await rpc(person, 'forms.publish', { flowId, version: 1 });
  return flowId;
}

/** Adds questions to an empty form. */
export function add(questions: readonly FormQuestion[]) {
  const block = (id: string, parent: string | null, order: string | undefined, props: BlockProps) => ({
    kind: 'block' as const,
    id,
    before: null,
    after: { parent, order: must(order), props },
  });
  const orders = ordersBetween(null, null, questions.length);
  return questions.flatMap((question, i) => {
    const { id, type, label, required, settings, choices, parts } = question;
    const conditions = { shownWhen: question.shownWhen, requiredWhen: question.requiredWhen };
    const inner = ordersBetween(null, null, choices.length + parts.length);
    const props = {
      ...(questionProps(type) as BlockProps),
      label,
      required,
      ...settings,
      ...withoutNull(conditions),
    };
    return [
      block(id, firstPageId, orders[i], props),
      ...choices.map((choice, at) =>
        block(choice.id, id, inner[at], {
          ...(choiceProps(choice.label) as BlockProps),
          ...(choice.image !== undefined && { image: choice.image }),
          ...(choice.alt !== undefined && { alt: choice.alt }),
          ...(choice.price !== undefined && { price: choice.price }),
          ...(choice.capacity !== undefined && { capacity: choice.capacity }),
        }),
      ),
      ...parts.map((part, at) =>
        block(part.id, id, inner[choices.length + at], partProps(part.name, part.label) as BlockProps),
      ),
    ];
  });
}

export const edit = (
  person: Pick<TestPerson, 'call'>,
  flowId: string,
  version: number,
  edits: Parameters<typeof rpc<'forms.edit'>>[2]['edits'],
  editId = freshId('edt'),
) => rpc(person, 'forms.edit', { flowId, editId, version, edits });

/** The page's own parts, as a browser would send them. */
export async function openForm(url: string, flowId: string) {
  const response = await fetch(new URL(`/t/${flowId}`, url));
  const text = await response.text();
  const part = (name: string) => must(new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1], name);
  return {
    response,
    text,
    parts: () => ({ submission: part('submission'), snapshot: part('snapshot'), token: part('token') }),
  };
}

/** Sends an answer as a browser without scripts does. */
export const sendForm = (
  url: string,
  flowId: string,
  body: Record<string, string> | string | readonly (readonly [string, string])[],
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(new URL(`/t/${flowId}`, url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof body === 'string' ? body : new URLSearchParams(body as Record<string, string>).toString(),
  });

/** What somebody sees in the results of a form: a name and a value per field. */
export async function results(
  person: Pick<TestPerson, 'call'>,
  flowId: string,
): Promise<readonly { readonly [field: string]: unknown }[]> {
  const { metadata } = await rpc(person, 'metadata.get', { basePublicId: flowId });
  const table = must(metadata.tables[0], 'the table of answers');
  const inTable = { basePublicId: flowId, tableId: table.id };
  const { records } = await rpc(person, 'records.list', inTable);
  return records.map(({ data, raw }) =>
    Object.fromEntries(
      table.fields.flatMap(({ id, name }) => {
        const value = raw?.[id] ?? data[id] ?? null;
        return name === 'Submitted' ? [] : [[name, value]];
      }),
    ),
  );
}

/** Removes what forms keep no longer, as the housekeeping does. */
export async function removeOld({ parts }: Pick<TestServer, 'parts'>): Promise<void> {
  for (const remove of parts.forms.removeOld) await remove();
}
