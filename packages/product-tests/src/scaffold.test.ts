import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const patience = { timeout: 240_000 };

/** What a scaffold works on and a compiler needs: the sources, and what is installed. */
function copyTo(copy: string): void {
  const leftOut = /(^|\/)(node_modules|dist|corpus|fixtures|test-results)(\/|$)/;
  for (const name of ['packages', 'scripts', 'docs/decisions', ...readdirSync(root)])
    if (name.includes('/') || /^(packages|scripts)$|\.json$|^biome/.test(name))
      cpSync(join(root, name), join(copy, name), {
        recursive: true,
        filter: (from) => !leftOut.test(relative(root, from).split(sep).join('/')),
      });
  mkdirSync(join(copy, 'node_modules/@weft'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@weft') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  for (const name of readdirSync(join(copy, 'packages')))
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@weft', name));
}

let copy: string;
let made: { readonly action: string; readonly fieldType: string; readonly connector: string };
/** What the compiler says of each project once both are made: looking is what costs, a dozen seconds of processor. */
let faults: { readonly pure: string; readonly node: string; readonly web: string };
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'weft-scaffold-'));
  copyTo(copy);
  made = {
    action: make('action', 'swap-rows'),
    fieldType: make('field-type', 'dice roll'),
    connector: make('connector', 'acme crm'),
  };
  faults = { pure: faultsOf('pure'), node: faultsOf('node'), web: faultsOf('web') };
}, patience.timeout);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const make = (...words: string[]): string =>
  execFileSync(process.execPath, ['scripts/new.mjs', ...words], {
    cwd: copy,
    encoding: 'utf8',
    stdio: 'pipe',
  });

/** The types of a project, as `npm run check` looks at them; threads would read the same types again each for itself. */
function faultsOf(project: string): string {
  const tsc = 'node_modules/typescript-native/bin/tsc';
  const words = [tsc, '-p', `tsconfig.${project}.json`, '--singleThreaded'];
  return spawnSync(process.execPath, words, { cwd: copy, encoding: 'utf8' }).stdout;
}

/** The files of the lists in which the compiler misses a name. */
const missing = (project: keyof typeof faults, name: string): readonly string[] =>
  [...faults[project].matchAll(new RegExp(`([^/\n]+)\\(\\d+,\\d+\\): error .*'${name}' is missing`, 'g'))]
    .map(([, file = '']) => file)
    .toSorted();

it('makes an action that history knows, and of which the compiler names what is missing elsewhere', () => {
  expect(made.action).toContain('packages/history/src/actions/swap-rows.ts');
  expect(missing('pure', 'SWAP_ROWS')).toEqual(['action-calls.ts']);
  // The others are the field type's.
  expect(faults.pure.match(/ is missing in type /g)).toHaveLength(3);
  expect(faults.node).not.toMatch(/swap-rows|dice-roll/);
});

it('makes a field type of eleven files: those that core has of it, and the lists the compiler then names', () => {
  const files = made.fieldType.split('\n').filter((line) => line.startsWith('packages/'));
  expect(files).toContain('packages/core/src/fields/dice-roll/dice-roll.ts');
  const lists = (['pure', 'node', 'web'] as const).map((project) => missing(project, 'dice_roll'));
  expect(lists).toEqual([
    ['field-uses.ts', 'file-kinds.ts'],
    ['app-field-kinds.ts', 'field-uses.ts', 'file-kinds.ts', 'new-tables.ts', 'sql-field-types.ts'],
    ['field-uses.ts', 'file-kinds.ts', 'grid-kinds.ts', 'light-kinds.ts'],
  ]);
  expect(files.length + new Set(lists.flat()).size).toBe(11);
});

it('makes a connector that the compiler has nothing to say of, beside the server that stands in for its vendor', () => {
  expect(made.connector).toContain('packages/integrations/src/connectors/acmeCrm/acmeCrm.ts');
  expect(made.connector).toContain('packages/integrations/src/testing/vendors/acmeCrm.ts');
  expect(faults.node).not.toContain('acmeCrm');
});

it('makes a decision with the next number', () => {
  const file = make('decision', 'Use less').split('\n')[0] ?? '';
  expect(file).toMatch(/^docs\/decisions\/\d{4}-use-less\.md$/);
  expect(readFileSync(join(copy, file), 'utf8')).toMatch(/^# \d{4}\. Use less\n/);
});

it('writes as the house does, and over nothing that is there', patience, () => {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const paths = ['packages/core/src/fields', 'packages/history/src', 'packages/integrations/src'];
  const { status, stdout } = spawnSync(process.execPath, [biome, 'ci', '--vcs-enabled=false', ...paths], {
    cwd: copy,
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, expect.anything()]);
  for (const words of [
    ['field-type', 'rating'],
    ['action', 'create-view'],
    ['nothing', 'x'],
    ['action', '../x'],
  ])
    expect(() => make(...words)).toThrow(/there already|Usage/);
});
