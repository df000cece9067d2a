import type { RemovedPart } from '@weft/client';

/** What is on screen of a base. */
export interface Shown {
  readonly tableId: string;
  readonly viewId: string;
  /** The field whose panel is open. */
  readonly fieldId: string | null;
}

/** The removed part that is on screen: a table before its fields and views. */
export function removedFromSight(
  parts: readonly RemovedPart[],
  shown: Shown | null,
): RemovedPart | undefined {
  return parts.find((part) => {
    if (part.table.id !== shown?.tableId) return false;
    if (part.kind === 'field') return part.field.id === shown.fieldId;
    return part.kind === 'table' || part.view.id === shown.viewId;
  });
}

/** Says what was deleted and by whom; null: unknown. */
export function removedText(part: RemovedPart, who: string | null): string {
  const name =
    part.kind === 'table' ? part.table.name : part.kind === 'field' ? part.field.name : part.view.name;
  return `${who ?? 'Somebody else'} deleted the ${part.kind} ${name}`;
}

/** Most characters of a text in a toast. */
const maxShown = 40;

/** Says why a text that was being typed is not saved, with its beginning. */
export function typedText(why: string, text: string): string {
  const line = [...text.trim().replaceAll(/\s+/g, ' ')];
  const shown = line.length > maxShown ? `${line.slice(0, maxShown).join('').trimEnd()}…` : line.join('');
  return `${why} Not saved: “${shown}”`;
}
