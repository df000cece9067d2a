import type { AppRule } from '@weft/apps';
import type { Table } from '@weft/core';
import type { AppEditing } from '../app-editing.ts';

/** What every part of the form of a rule is given. */
export interface RuleFormProps {
  readonly editing: AppEditing;
  readonly table: Table;
  readonly rule: AppRule;
  /** 'Rule 1': read aloud before each of its parts. */
  readonly name: string;
}
