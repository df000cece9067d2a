import { err, type Fault, ok, type Result } from '@weft/std';
import type { BaseRecord, Table } from '../base.ts';
import type { FieldEnv } from '../fields/field-type.ts';
import { findColumn } from './column.ts';
import { type Condition, type Filter, isCondition } from './filter.ts';

export type RecordTest = (record: BaseRecord) => boolean;

/** Groups inside groups; deeper ones are refused. */
export const deepestFilter = 100;

function prepare(condition: Condition, table: Table, env: FieldEnv, path: string): Result<RecordTest, Fault> {
  const column = findColumn(table, condition.fieldId, env);
  if (column === undefined) return err({ path: `${path}.fieldId`, reason: 'The table has no such field' });
  // Own keys only: 'constructor' is no operator.
  const operator = Object.hasOwn(column.operators, condition.operator)
    ? column.operators[condition.operator]
    : undefined;
  if (operator === undefined) {
    const known = Object.keys(column.operators).join(', ');
    return err({ path: `${path}.operator`, reason: `The field has no such operator: it has ${known}` });
  }
  const test = operator.prepare(condition.value, column.template, env);
  if (!test.ok) return err({ path: `${path}.value`, reason: test.error });
  return ok((record) => test.value(column.read(record)));
}

/** Tests that hold together; a group without any holds for every record. */
function combine(conjunction: Filter['conjunction'], tests: readonly RecordTest[]): RecordTest | null {
  const [only] = tests;
  if (only === undefined) return null;
  if (tests.length === 1) return only;
  return conjunction === 'and'
    ? (record) => tests.every((test) => test(record))
    : (record) => tests.some((test) => test(record));
}

function compileGroup(
  filter: Filter,
  table: Table,
  env: FieldEnv,
  path: string,
  depth: number,
  faults: Fault[],
): RecordTest | null {
  if (depth > deepestFilter) {
    faults.push({ path, reason: `Groups nest at most ${deepestFilter} deep` });
    return null;
  }
  const tests: RecordTest[] = [];
  for (const [index, item] of filter.items.entries()) {
    const at = `${path}.items.${index}`;
    if (isCondition(item)) {
      const test = prepare(item, table, env, at);
      if (test.ok) tests.push(test.value);
      else faults.push(test.error);
    } else {
      const group = compileGroup(item, table, env, at, depth + 1, faults);
      if (group !== null) tests.push(group);
    }
  }
  return combine(filter.conjunction, tests);
}

const everyRecord: RecordTest = () => true;

/** The test a filter makes, or everything that is wrong with it. For calls: nothing is guessed. */
export function checkFilter(
  filter: Filter | null,
  table: Table,
  env: FieldEnv,
): Result<RecordTest, readonly Fault[]> {
  const faults: Fault[] = [];
  const test = filter === null ? null : compileGroup(filter, table, env, 'filters', 1, faults);
  return faults.length === 0 ? ok(test ?? everyRecord) : err(faults);
}

/** The test a saved filter makes, without the conditions that are wrong (a deleted field): records stay visible. */
export function compileFilter(filter: Filter | null, table: Table, env: FieldEnv): RecordTest {
  const test = filter === null ? null : compileGroup(filter, table, env, 'filters', 1, []);
  return test ?? everyRecord;
}

/**
 * The filter without its wrong conditions and empty groups, null when nothing is left: what `compileFilter` really tests,
 * in a form the database can be asked.
 */
export function pruneFilter(filter: Filter | null, table: Table, env: FieldEnv): Filter | null {
  const prune = (group: Filter, depth: number): Filter | null => {
    if (depth > deepestFilter) return null;
    const items = group.items.flatMap((item): (Filter | Condition)[] => {
      if (isCondition(item)) return prepare(item, table, env, '').ok ? [item] : [];
      const inner = prune(item, depth + 1);
      return inner === null ? [] : [inner];
    });
    return items.length === 0 ? null : { conjunction: group.conjunction, items };
  };
  return filter === null ? null : prune(filter, 1);
}
