// What the reports of the two test runners say: which files ran how long, and what failed.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './install.mjs';

/** Files of a report of Vitest, with what they took in milliseconds. */
export const vitestFiles = ({ testResults }) =>
  testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    took: Math.max(0, endTime - startTime),
  }));

/** Files of a report of Playwright; tests of a file may run beside each other, so theirs are added up. */
export const playwrightFiles = ({ suites, config }) =>
  suites.map((suite) => ({
    file: relative(root, `${config.rootDir}/${suite.file}`),
    took: specsOf(suite)
      .flatMap(({ tests }) => tests)
      .flatMap(({ results }) => results)
      .reduce((sum, { duration }) => sum + duration, 0),
  }));

/** What failed, each with its file, its name and the start of its message. A file may fail without a test of its own. */
export const vitestFailures = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0) return status === 'failed' ? [failure(file, message)] : [];
    return tests.map((test) => failure(`${file} > ${test.fullName}`, test.failureMessages.join('\n')));
  });

/** As {@link vitestFailures}; a test that passed the second time is not among them. */
export const playwrightFailures = ({ suites, errors }) => [
  ...errors.map(({ message }) => failure('browser tests', message)),
  ...suites
    .flatMap(specsOf)
    .flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) => failure(`${file} > ${title}`, results.at(-1)?.error?.message)),
    ),
];

const specsOf = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsOf)];

const messageLines = 12;

const failure = (what, message = '') => {
  const lines = stripVTControlCharacters(message)
    .trim()
    .split('\n')
    .filter((line) => !/^\s+at .*node_modules/.test(line))
    .slice(0, messageLines);
  return [what, ...lines.map((line) => `  ${line}`)].join('\n');
};
