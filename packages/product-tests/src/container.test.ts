import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// There may be no container program here; what can be held true without one is held true here.
const root = fileURLToPath(new URL('../../../', import.meta.url));
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const stages = dockerfile.split(/^(?=FROM )/m).slice(1);
const final = stages.at(-1) ?? '';

interface Manifest {
  readonly dependencies?: { readonly [name: string]: string };
}
const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as Manifest;

/** What a package needs of ours, itself included. */
function needed(name: string, found = new Set<string>()): ReadonlySet<string> {
  found.add(name);
  for (const dependency of Object.keys(manifestOf(name).dependencies ?? {})) {
    const own = /^@weft\/(.+)$/.exec(dependency)?.[1];
    if (own !== undefined && !found.has(own)) needed(own, found);
  }
  return found;
}

/** The sources of the COPY lines that take from the repository. */
const copied = (text: string): string[] =>
  [...text.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, paths = '']) =>
    paths.trim().split(/\s+/).slice(0, -1),
  );

it('copies what there is, all of it let through to the build', () => {
  const through = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  for (const path of copied(dockerfile)) {
    expect(existsSync(join(root, path)), path).toBe(true);
    expect(
      through.some((open) => path === open || path.startsWith(`${open}/`)),
      path,
    ).toBe(true);
  }
});

it('knows every package, for npm installs only what the lockfile names', () => {
  const packages = readdirSync(join(root, 'packages')).filter((name) =>
    existsSync(join(root, 'packages', name, 'package.json')),
  );
  expect(copied(stages[0] ?? '').filter((path) => path.startsWith('packages/'))).toEqual(
    packages.sort().map((name) => `packages/${name}/package.json`),
  );
});

it('takes along the packages that the server is made of, the built web application and published pages', () => {
  const taken = copied(final).flatMap((path) => /^packages\/(.+)$/.exec(path)?.[1] ?? []);
  expect(new Set(taken)).toEqual(needed('server'));
  for (const built of ['packages/web/dist', 'packages/public/dist'])
    expect(final).toContain(`/weft/${built} ${built}`);
});

it('takes along what npm installs: above all packages, and beside one of them', () => {
  expect(final).toMatch(/^COPY --from=dependencies \/weft\/node_modules node_modules$/m);
  expect(final).toMatch(/^COPY --from=dependencies \/weft\/packages packages$/m);
  // Before the sources, which then lie over the manifests of that stage.
  expect(final.indexOf('/weft/packages packages')).toBeLessThan(final.indexOf('COPY packages/'));
});

it('runs the server itself, as somebody who is not root, and asks it how it is', () => {
  expect(final).toMatch(/^USER node$/m);
  expect(final).toMatch(/^VOLUME \/data$/m);
  expect(final).toMatch(/^CMD \["node", "packages\/server\/src\/main\.ts"\]$/m);
  expect(final).toMatch(/^HEALTHCHECK [\s\S]*\/healthz/m);
  expect(dockerfile.match(/^FROM (?!manifests)\S+/gm)).toEqual(['FROM node:26-slim', 'FROM node:26-slim']);
});
