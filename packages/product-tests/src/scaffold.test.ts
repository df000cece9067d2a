import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const patience = { timeout: 120_000 };

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
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'weft-scaffold-'));
  copyTo(copy);
}, patience.timeout);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const make = (...words: string[]): string =>
  execFileSync(process.execPath, ['scripts/new.mjs', ...words], {
    cwd: copy,
    encoding: 'utf8',
    stdio: 'pipe',
  });

/** The types of a project, as `npm run check` looks at them. */
function faults(project: string): string {
  const tsc = 'node_modules/typescript-native/bin/tsc';
  return spawnSync(process.execPath, [tsc, '-p', `tsconfig.${project}.json`], { cwd: copy, encoding: 'utf8' })
    .stdout;
}

it(
  'makes an action that history knows, and of which the compiler names what is missing elsewhere',
  patience,
  () => {
    expect(make('action', 'swap-rows')).toContain('packages/history/src/actions/swap-rows.ts');
    expect(faults('pure')).toBe('');
    expect(faults('web')).toMatch(/client\/src\/action-calls\.ts.*'SWAP_ROWS' is missing/);
  },
);

/** The files of the lists in which the compiler misses the new kind. */
const missing = (project: string): readonly string[] =>
  [...faults(project).matchAll(/([^/\n]+)\(\d+,\d+\): error .*'dice_roll' is missing/g)]
    .map(([, file = '']) => file)
    .toSorted();

it(
  'makes a field type that core knows, and of which the compiler names what is missing elsewhere',
  patience,
  () => {
    expect(make('field-type', 'dice roll')).toContain('packages/core/src/fields/dice-roll/dice-roll.ts');
    expect(missing('pure')).toEqual(['converter.ts']);
    expect(missing('node')).toEqual(['converter.ts', 'sheet-cell.ts', 'sql-field-types.ts']);
    expect(missing('web')).toEqual([
      'CellEditor.tsx',
      'FieldSettings.tsx',
      'cell-painters.ts',
      'cell-texts.ts',
      'condition-kinds.ts',
      'converter.ts',
      'field-icons.ts',
      'series.ts',
      'sort-words.ts',
    ]);
  },
);

it('makes a decision with the next number', () => {
  const file = make('decision', 'Use less').split('\n')[0] ?? '';
  expect(file).toMatch(/^docs\/decisions\/\d{4}-use-less\.md$/);
  expect(readFileSync(join(copy, file), 'utf8')).toMatch(/^# \d{4}\. Use less\n/);
});

it('writes as the house does, and over nothing that is there', patience, () => {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const paths = ['packages/core/src/fields', 'packages/history/src'];
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
