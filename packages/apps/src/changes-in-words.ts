import type { Table } from '@weft/core';
import { blockOf, type Content, diff, inWords, type Names } from '@weft/documents';
import { type App, appOf } from './app-document.ts';
import { appNames } from './app-names.ts';
import { ruleSentence } from './rule-words.ts';

/** What a rule allows, in a sentence without its full stop; null: it is no rule of a table that is there. */
function ruleIn(app: App, tables: readonly Table[], id: string): string | null {
  const rule = app.rules.find((one) => one.id === id);
  const table = tables.find((one) => one.id === rule?.table);
  return rule === undefined || table === undefined
    ? null
    : `${table.name}: ${ruleSentence(rule, table, { app, tables }).replace(/\.$/, '')}`;
}

/** What a change of an app comes to, a sentence each. A rule is told by what it allows, before and after. */
export function changesInWords(before: Content, after: Content, tables: readonly Table[]): readonly string[] {
  const [was, is] = [appOf(before), appOf(after)];
  const edits = diff(before, after);
  const changed = new Set(
    edits.flatMap((edit) =>
      edit.kind === 'prop' && edit.id !== null && blockOf(before, edit.id)?.props.type === 'rule'
        ? edit.id
        : [],
    ),
  );
  const ids = new Map(
    [...Object.entries(before.blocks), ...Object.entries(after.blocks)].map(([id, one]) => [one, id]),
  );
  const names: Names = {
    ...appNames,
    block: (block) => {
      const id = block.props.type === 'rule' ? ids.get(block) : undefined;
      return id === undefined ? appNames.block(block) : (ruleIn(is, tables, id) ?? ruleIn(was, tables, id));
    },
  };
  const others = edits.filter((edit) => edit.kind !== 'prop' || edit.id === null || !changed.has(edit.id));
  return [
    ...inWords(before, after, others, names),
    ...[...changed].map((id) => {
      const [old, now] = [ruleIn(was, tables, id), ruleIn(is, tables, id)];
      return old === null || now === null || old === now
        ? `Changed the rule ‘${now ?? old ?? 'of a table that is gone'}’`
        : `Changed the rule ‘${old}’ to ‘${now}’`;
    }),
  ];
}
