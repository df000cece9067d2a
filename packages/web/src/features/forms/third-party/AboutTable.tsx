import { Select } from '@weft/ui';
import { SettingRow } from '../../../shell/SettingRow.tsx';
import type { Question } from './queries.ts';

export type Tables = readonly { readonly id: string; readonly name: string }[];

const noRecord = '';

/** What an integration about a table, or about no record, can write. */
export const questionsAbout = (
  questions: readonly Question[],
  tableId: string | undefined,
): readonly Question[] =>
  questions.filter((question) => question.tableId === undefined || question.tableId === tableId);

interface AboutTableProps {
  readonly tables: Tables;
  /** Undefined: it is about no record. */
  readonly tableId: string | undefined;
  readonly onChange: (tableId: string | undefined) => void;
}

/** Whose records an integration of an app writes. */
export function AboutTable({ tables, tableId, onChange }: AboutTableProps) {
  const isGone = tableId !== undefined && tables.every(({ id }) => id !== tableId);
  return (
    <SettingRow
      title="Records"
      hint="A button hands over the record of its page, a form the one that it writes: what the person who acts may read of it."
    >
      <Select
        label="Records of"
        value={tableId ?? noRecord}
        options={[
          ...tables.map(({ id, name }) => ({ value: id, label: name })),
          ...(isGone ? [{ value: tableId, label: 'A table that is gone' }] : []),
          { value: noRecord, label: 'None: only who did it, and when' },
        ]}
        onChange={(next) => onChange(next === noRecord ? undefined : next)}
      />
    </SettingRow>
  );
}
