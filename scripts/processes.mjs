// Child processes that never outlive us, whatever ends us: a signal, an error, or the death of whoever started us.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

const children = new Set();
let cleanUp = () => {};

/** Starts a child that is stopped when this process ends. */
export function start(command, args, options) {
  const child = spawn(command, args, options);
  children.add(child);
  child.once('exit', () => children.delete(child));
  child.once('error', () => children.delete(child));
  return child;
}

/** Runs a child to its end; the exit code, 128 + number for a signal, 127 when it could not be started. */
export function run(command, args, options) {
  return exitOf(start(command, args, options));
}

export function exitOf(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${child.spawnfile}: ${error.message}\n`);
      resolve(127);
    });
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/** Runs a child to its end and collects what it says. */
export async function capture(command, args, options) {
  const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const add = (text) => {
    output += text;
  };
  child.stdout.setEncoding('utf8').on('data', add);
  child.stderr.setEncoding('utf8').on('data', add);
  const closed = new Promise((resolve) => child.once('close', resolve));
  const code = await exitOf(child);
  if (code !== 127) await closed;
  return { code, output };
}

/**
 * Ends this process, after its children, on SIGINT, SIGTERM and SIGHUP and when the process that started it is
 * gone: npm dies at once on SIGTERM without telling the script it runs. `last` runs once, just before the end.
 */
export function endWithParent(last = () => {}) {
  cleanUp = last;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
  const began = ancestry();
  // 250 ms: short enough that the next start finds the data folder free.
  setInterval(() => ancestry() !== began && end('SIGTERM'), 250).unref();
}

/**
 * Who started us; it changes when they die. npm runs scripts through a shell, and on Debian that shell stays in
 * between and outlives npm, so that there its own parent counts too. (On macOS the shell becomes the script.)
 */
function ancestry() {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined || process.platform !== 'linux') return `${parent}`;
  try {
    // "pid (name) state ppid …"; a name may hold anything, so what counts begins after the last parenthesis.
    const [, name, rest] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8'));
    return /^(sh|dash|bash|ash|busybox)$/.test(name) ? `${parent} ${rest.split(' ')[1]}` : `${parent}`;
  } catch {
    return `${process.ppid}`;
  }
}

let ending = false;

/** Asks every child to end, waits for it up to 12 s (the server promises 10), and exits like a process so ended. */
async function end(signal) {
  if (ending) return;
  ending = true;
  const remaining = [...children];
  const ends = remaining.map(exitOf);
  for (const child of remaining) {
    // A server that also watches its stdin learns it either way.
    child.stdin?.end();
    child.kill('SIGTERM');
  }
  const hurry = setTimeout(() => remaining.forEach((child) => void child.kill('SIGKILL')), 12_000);
  const codes = await Promise.all(ends);
  clearTimeout(hurry);
  await cleanUp();
  process.exit(codes.every((code) => code === 0) ? 0 : 128 + constants.signals[signal]);
}

/** True once the end has begun; who waits for a child then leaves the exit to `end`. */
export function isEnding() {
  return ending;
}
