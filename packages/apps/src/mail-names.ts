import { type App, type AppBlock, pageOf } from './app-document.ts';
import type { AppRule } from './app-rule.ts';
import type { Binding } from './bindings.ts';

/** What a mail takes from where it is sent: '{{Status}}'. */
export const namesInMail = /\{\{([^{}]{1,255})\}\}/g;
/** Whoever sends it. */
export const personName = 'Person: Name';
export const personEmail = 'Person: Email';

/** The names in the texts of a mail that stand for nothing. */
export const unknownNames = (texts: readonly unknown[], fieldNames: readonly string[]): readonly string[] => {
  const known = new Set([...fieldNames, personName, personEmail]);
  const named = texts.flatMap((text) =>
    typeof text === 'string' ? [...text.matchAll(namesInMail)].map(([, name = '']) => name.trim()) : [],
  );
  return [...new Set(named)].filter((name) => !known.has(name));
};

const gives = ({ writable, fields, presets }: AppRule, fieldId: string): boolean =>
  !Object.hasOwn(presets, fieldId) && ((writable ?? fields)?.includes(fieldId) ?? true);

/** The field that a mail goes to and that people fill in themselves, but for those whom a rule trusts by their role; null: none. */
export function openAddress(
  app: App,
  block: AppBlock,
  to: Binding | undefined,
): { table: string; fieldId: string } | null {
  if (to?.from !== 'record' && to?.from !== 'user') return null;
  const table =
    to.from === 'record' ? (pageOf(app, block.page)?.table ?? null) : (app.users?.tableId ?? null);
  const isOwnAddress = table === app.users?.tableId && to.field === app.users?.emailFieldId;
  if (table === null || to.field.startsWith('$') || isOwnAddress) return null;
  const writes = app.rules.some(
    (rule) =>
      rule.table === table &&
      typeof rule.who === 'string' &&
      rule.can.some((action) => action === 'create' || action === 'update') &&
      gives(rule, to.field),
  );
  return writes ? { table, fieldId: to.field } : null;
}
