import type { Session } from '@weft/testkit';

export interface MadeQuestion {
  readonly type: string;
  readonly label: string;
  readonly required?: boolean;
  /** From 0; the first where it is left out. */
  readonly page?: number;
  readonly settings?: { readonly [name: string]: string | number | boolean };
  /** What stands in it at first where the answer to another question, by its place, is a text; its choices by their places. */
  readonly usualWhen?: readonly { readonly of: number; readonly is: string; readonly text: string }[];
  readonly choices?: readonly string[];
  readonly parts?: readonly { readonly name: string; readonly label: string }[];
}

let made = 0;
const freshId = (kind: string): string => `${kind}${(made++).toString(36).padStart(21, 'e')}`;
const orderOf = (place: number): string => `V${String(place + 1).padStart(4, '0')}V`;

/** A published form, made by calls; its address. */
export async function madeForm(
  { mutate, url }: Pick<Session, 'mutate' | 'url'>,
  name: string,
  questions: readonly MadeQuestion[],
  { review = false } = {},
): Promise<{ readonly flowId: string; readonly address: string; readonly ids: readonly string[] }> {
  const { flowId } = await mutate<{ readonly flowId: string }>('forms.create', { name });
  const count = Math.max(...questions.map(({ page = 0 }) => page)) + 1;
  const pages = Array.from({ length: count }, (_, at) =>
    at === 0 ? `pag${'0'.repeat(21)}` : freshId('pag'),
  );
  const block = (id: string, parent: string | null, place: number, props: object) => ({
    ...{ kind: 'block', id, before: null },
    after: { parent, order: orderOf(place), props },
  });
  const ids = questions.map(() => freshId('fld'));
  const edits = [
    ...pages.slice(1).map((id, at) => block(id, null, at + 1_000, { type: 'page', kind: 'form', label: '' })),
    ...(review ? [block(freshId('pag'), null, 5_000, { type: 'page', kind: 'review', label: 'Check' })] : []),
    ...questions.flatMap((question, place) => {
      const {
        type,
        label,
        required = false,
        page = 0,
        settings = {},
        usualWhen,
        choices = [],
        parts = [],
      } = question;
      const choiceIds = choices.map(() => freshId('opt'));
      const named = (text: string) =>
        choices.length === 0
          ? text
          : text
              .split(' ')
              .map((at) => choiceIds[Number(at)])
              .join(' ');
      const rules = usualWhen?.map(({ of, is, text }) => ({
        when: { conjunction: 'and', items: [{ fieldId: ids[of], operator: 'is', value: is }] },
        text: named(text),
      }));
      const id = ids[place] ?? '';
      return [
        block(id, pages[page] ?? null, place, {
          type,
          label,
          required,
          ...settings,
          ...(rules && { usualWhen: rules }),
        }),
        ...choices.map((text, at) => block(choiceIds[at] ?? '', id, at, { type: 'choice', label: text })),
        ...parts.map((part, at) => block(freshId('fld'), id, at, { type: 'part', ...part })),
      ];
    }),
  ];
  await mutate('forms.edit', { flowId, editId: freshId('edt'), version: 0, edits });
  await mutate('forms.publish', { flowId, version: 1 });
  return { flowId, address: `${url}/t/${flowId}`, ids };
}
