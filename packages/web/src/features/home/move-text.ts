/** What is said of flows that were moved, trashed, restored, closed or opened (specification 3, section 8). */

interface Named {
  readonly name: string;
}

/** What of a batch was left out; without a name it is absent, or not to be seen. */
interface Skipped {
  readonly name: string | null;
  readonly reason: string;
}

const itemsText = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

/** The one by its name, several by their number. */
const namesOf = (flows: readonly Named[]): string =>
  flows.length === 1 && flows[0] !== undefined ? flows[0].name : itemsText(flows.length);

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What is asked before flows go to the trash. */
export const trashQuestion = (
  flows: readonly Named[],
): { readonly title: string; readonly text: string } => ({
  title: `Move ${namesOf(flows)} to trash?`,
  text: `${flows.length === 1 ? 'It' : 'They'} can be restored from the trash for 30 days.`,
});

/** What was done, and after it what of the batch was left out and why. */
function withSkipped(text: string, done: string, skipped: readonly Skipped[]): string {
  const [first] = skipped;
  if (first === undefined) return text;
  if (skipped.length > 1)
    return `${text}. ${itemsText(skipped.length)} could not be ${done}: they are locked, or you do not have write access.`;
  const what = capital(first.name ?? itemsText(1));
  return `${text}. ${what} could not be ${done}. ${withoutStop(first.reason)}.`;
}

/** 'Plans moved to Wholesale workspace'; what was skipped is told after it. */
export function movedText(
  flows: readonly Named[],
  where: 'trash' | 'restored' | { readonly workspace: string | null },
  skipped: readonly Skipped[] = [],
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
  return withSkipped(text, where === 'restored' ? 'restored' : 'moved', skipped);
}

/** 'Closed 2 items'; what was skipped is told after it. */
export const disabledText = (count: number, disabled: boolean, skipped: readonly Skipped[] = []): string =>
  withSkipped(
    `${disabled ? 'Closed' : 'Opened'} ${itemsText(count)}`,
    disabled ? 'closed' : 'opened',
    skipped,
  );

export const notDisabledText = (count: number, disabled: boolean): string =>
  `Unable to ${disabled ? 'close' : 'open'} ${itemsText(count)}`;

/** 'Unable to move, delete or restore 2 items. {why}.', and what to do where `why` does not say it. */
export function notMovedText(flows: readonly Named[], why: string, saysWhatToDo: boolean): string {
  const text = `Unable to move, delete or restore ${namesOf(flows)}. ${withoutStop(why)}.`;
  return saysWhatToDo ? text : `${text} Please try again or contact support.`;
}
