// The lockfile must install on every platform from every registry.
import { read } from './files.mjs';

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
  const missing = missingOptional(JSON.parse(text).packages);
  return [
    ...hosts.map(
      (line) => `package-lock.json names a registry (${line}): run npm install with this repository's .npmrc`,
    ),
    ...missing.map(
      ({ path, name }) =>
        `package-lock.json lacks ${name} of ${path}: run node scripts/complete-lockfile.mjs`,
    ),
  ];
}

/** As Node resolves: the folder of the package itself, then every folder above. */
function isReachable(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (`${at === '' ? '' : `${at}/`}node_modules/${name}` in packages) return true;
    if (at === '') return false;
  }
}
