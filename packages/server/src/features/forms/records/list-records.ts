import { createHash } from 'node:crypto';
import type { FormQuestion, ServiceList } from '@weft/forms';
import type { FormsDeps } from '../deps.ts';

type Deps = Pick<FormsDeps, 'formKeys' | 'serviceLists'>;
interface OfForm {
  readonly flowId: string;
}
interface ListPicker {
  readonly question: Pick<FormQuestion, 'id'>;
  readonly list: ServiceList;
}

/** Values that one search shows. */
const shown = 25;
const longestSearch = 100;

/** What stands for a value, shaped as ids of records are. */
const idOf = (label: string): string => {
  const number = BigInt(`0x${createHash('sha256').update(label).digest('hex')}`);
  return `rec${number.toString(36).padStart(21, '0').slice(-21)}`;
};

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** What a visitor's words find in a list, as it was read last: nobody waits for the service. Null: it was never read. */
export async function searchList(
  { serviceLists, formKeys }: Deps,
  { flowId }: OfForm,
  { question, list }: ListPicker,
  search: string,
) {
  const known = await serviceLists().of(flowId, list);
  if (known === null) return null;
  const words = folded(search.trim().slice(0, longestSearch)).split(/\s+/);
  const found = known.labels.filter((label) => words.every((word) => folded(label).includes(word)));
  return {
    records: found
      .slice(0, shown)
      .map((label) => ({ id: formKeys.recordToken(flowId, question.id, idOf(label)), label })),
    hasMore: found.length > shown,
  };
}

/** Which value of a list a text names, also one that went from it in the last days; null: the list was never read. */
export async function pickedOfList(
  { serviceLists, formKeys }: Deps,
  { flowId }: OfForm,
  { question, list }: ListPicker,
): Promise<((text: string) => string | null) | null> {
  const known = await serviceLists().of(flowId, list);
  if (known === null) return null;
  const taken = [...known.labels, ...known.former];
  return (text) => {
    const id = formKeys.recordOf(flowId, question.id, text);
    if (id !== null) return taken.find((label) => idOf(label) === id) ?? null;
    return (
      taken.find((label) => label === text) ?? taken.find((label) => folded(label) === folded(text)) ?? null
    );
  };
}
