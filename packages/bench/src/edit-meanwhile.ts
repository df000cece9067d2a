import { must } from '@weft/std';
import type { Session } from '@weft/testkit';

/** Milliseconds between an edit's answer and the next edit. */
const pause = 20;

/** Edits one cell of a table's first record over and over until stopped; `stop` answers what each edit took, in ms. */
export async function editMeanwhile(
  session: Session,
  {
    fieldId,
    ...inTable
  }: { readonly basePublicId: string; readonly tableId: string; readonly fieldId: string },
): Promise<{ readonly stop: () => Promise<readonly number[]> }> {
  const page = await session.query<{ records: readonly { id: string }[] }>('records.list', {
    ...inTable,
    limit: 1,
  });
  const recordId = must(page.records[0]).id;
  let going = true;
  const waits: number[] = [];
  const editing = (async () => {
    for (let edit = 0; going; edit++) {
      const start = performance.now();
      await session.mutate('records.update', {
        ...inTable,
        recordId,
        data: { [fieldId]: `meanwhile ${edit}` },
      });
      waits.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  })();
  const stop = async () => {
    going = false;
    await editing;
    return waits;
  };
  return { stop };
}
