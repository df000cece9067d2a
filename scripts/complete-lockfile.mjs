// Adds to package-lock.json the optional packages of other platforms that npm left out because the registry at hand
// does not have them. They carry no integrity: this machine has never seen them. Run it after `npm install`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingOptional } from './checks/lockfile.mjs';
import { root, say } from './install.mjs';

const systems = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  openharmony: 'openharmony',
  win32: 'win32',
};
const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32'];

const file = join(root, 'package-lock.json');
const lockfile = JSON.parse(readFileSync(file, 'utf8'));
const missing = missingOptional(lockfile.packages);
for (const { path, name, range } of missing) {
  if (!/^\d+\.\d+\.\d+\S*$/.test(range))
    throw new Error(`${path} wants ${name} ${range}, which is no exact version`);
  const parent = lockfile.packages[path];
  const entry = { version: range, ...platformOf(name) };
  lockfile.packages[`node_modules/${name}`] = {
    ...entry,
    ...(parent.dev ? { dev: true } : {}),
    optional: true,
  };
}
const sorted = Object.entries(lockfile.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
lockfile.packages = Object.fromEntries(sorted);
writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`);
say(`Added ${missing.length} packages to package-lock.json.`);

/** What the package may be installed on, which its name says: npm skips it elsewhere without asking the registry. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const system = words.find((word) => word in systems);
  const processor = processors.find((candidate) =>
    words.some((word) => word === candidate || word === `${candidate}eabi`),
  );
  if (!processor && !system) throw new Error(`The name ${name} does not say which platform it is for`);
  const libc = /musl/.test(name) ? 'musl' : /gnu/.test(name) && system === 'linux' ? 'glibc' : undefined;
  return {
    ...(processor ? { cpu: [processor] } : {}),
    ...(libc ? { libc: [libc] } : {}),
    ...(system ? { os: [system] } : {}),
  };
}
