// Migrations run in the order of their numbers: two with one number would run in the order of their names.
import { projectFiles } from './files.mjs';

const migration = /^packages\/db\/src\/migrations\/(\d{4})_.*\.sql$/;
/** Pairs that were in use before they were noticed; neither of a pair needs the other. */
const twins = new Set(['0049', '0052']);

/** Sentences about numbers that two migrations have. */
export function migrationFaults() {
  const names = new Map();
  for (const name of projectFiles()) {
    const [, number] = migration.exec(name) ?? [];
    if (number !== undefined && !twins.has(number)) names.set(number, [...(names.get(number) ?? []), name]);
  }
  return [...names]
    .filter(([, same]) => same.length > 1)
    .map(([number, same]) => `${same.join(' and ')} both have the number ${number}: rename the later one`);
}
