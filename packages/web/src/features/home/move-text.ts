/** What is said of flows that were moved, trashed or restored (specification 3, section 8). */

interface Named {
  readonly name: string;
}

const itemsText = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

/** The one by its name, several by their number. */
const namesOf = (flows: readonly Named[]): string =>
  flows.length === 1 && flows[0] !== undefined ? flows[0].name : itemsText(flows.length);

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What is asked before flows go to the trash. */
export const trashQuestion = (
  flows: readonly Named[],
): { readonly title: string; readonly text: string } => ({
  title: `Move ${namesOf(flows)} to trash?`,
  text: `${flows.length === 1 ? 'It' : 'They'} can be restored from the trash for 30 days.`,
});

/** What of a batch was left out, and why; empty where nothing was. */
export function skippedText(skipped: readonly { readonly name: string | null }[]): string {
  const [first] = skipped;
  if (first === undefined) return '';
  const what = skipped.length === 1 && first.name !== null ? first.name : itemsText(skipped.length);
  return `${capital(what)} could not be moved: you do not have write access.`;
}

/** 'Plans moved to Wholesale workspace'; what was skipped is told after it. */
export function movedText(
  flows: readonly Named[],
  where: 'trash' | 'restored' | { readonly workspace: string | null },
  skipped: readonly { readonly name: string | null }[] = [],
): string {
  const done =
    where === 'trash'
      ? 'moved to trash'
      : where === 'restored'
        ? 'restored'
        : where.workspace === null
          ? 'moved to Home'
          : `moved to ${where.workspace} workspace`;
  const text = `${capital(namesOf(flows))} ${done}`;
  return skipped.length === 0 ? text : `${text}. ${skippedText(skipped)}`;
}

/** 'Unable to move, delete or restore 2 items. {why}. Please try again or contact support.' */
export const notMovedText = (flows: readonly Named[], why: string): string =>
  `Unable to move, delete or restore ${namesOf(flows)}. ${why.replace(/\.$/, '')}. Please try again or contact support.`;
