import { fragment } from '../fields/sql-field-type.ts';
import { partName, type TableLayout } from '../schema/layout.ts';
import { type Milestones, milestonesAt, type PlacedRow, stride } from './milestones.ts';
import { rangesOf, type Scan, within } from './scan.ts';
import { statement } from './statement.ts';

/** Reads the milestones of a table: one pass along its index. */
export async function readMilestones(scan: Scan, table: TableLayout): Promise<Milestones> {
  const marks: PlacedRow[] = [];
  let total = 0;
  let end: PlacedRow | null = null;
  for await (const range of rangesOf(scan, table)) {
    const { text, values } = within(range) ?? fragment('true');
    // The last row of the range comes along: it says how many there are, and is the last of all in the end.
    const { text: select, params } = statement({
      text: `SELECT position, id, n FROM (
               SELECT t.position, t.id, row_number() OVER own AS n, lead(t.id) OVER own IS NULL AS last
               FROM ${partName(table)} t WHERE ${text} WINDOW own AS (ORDER BY t.position, t.id)
             ) AS numbered WHERE (n + ?::int) % ?::int = 0 OR last ORDER BY n`,
      values: [...values, total, stride],
    });
    let counted = 0;
    for (const [position, id, n] of await scan.sql.query(select, params)) {
      end = { position: position as number, id: id as string };
      counted = n as number;
      if ((total + counted) % stride === 0) marks.push(end);
    }
    total += counted;
  }
  return milestonesAt(marks, total, end);
}
