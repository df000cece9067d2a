// The lockfile must install on every platform from every registry.
import { projectFiles, read } from './files.mjs';

/**
 * The optional packages that the lockfile's packages name and it does not hold. npm leaves out, silently, what the
 * registry of the person who ran `npm install` does not have; `npm ci` then refuses the lockfile everywhere.
 * @param {Record<string, object>} packages of a lockfile
 */
export function missingOptional(packages) {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isReachable(packages, path, name))
      .map(([name, range]) => ({ path, name, range })),
  );
}

/** Sentences; none is good. */
export function lockfileFaults() {
  const text = read('package-lock.json');
  const hosts = text.match(/"resolved": "https?:[^"]*"/g) ?? [];
  const { packages } = JSON.parse(text);
  const missing = missingOptional(packages);
  const stale = projectFiles().filter((name) => name.endsWith('package.json') && differs(packages, name));
  return [
    ...hosts.map(
      (line) => `package-lock.json names a registry (${line}): run npm install with this repository's .npmrc`,
    ),
    ...missing.map(
      ({ path, name }) =>
        `package-lock.json lacks ${name} of ${path}: run node scripts/complete-lockfile.mjs`,
    ),
    ...stale.map((name) => `${name} and package-lock.json disagree: run npm install`),
  ];
}

const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** Whether a package of ours names other dependencies than the lockfile says it does. */
function differs(packages, name) {
  const own = JSON.parse(read(name));
  const locked = packages[name.replace(/\/?package\.json$/, '')] ?? {};
  const sorted = (group) => JSON.stringify(Object.entries(group ?? {}).sort());
  return groups.some((group) => sorted(own[group]) !== sorted(locked[group]));
}

/** As Node resolves: the folder of the package itself, then every folder above. */
function isReachable(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (`${at === '' ? '' : `${at}/`}node_modules/${name}` in packages) return true;
    if (at === '') return false;
  }
}
