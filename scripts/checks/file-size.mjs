// A file is one idea: aim under 200 lines, stop at 400 (tests at 600).
import { codeFiles, read } from './files.mjs';

const limit = 400;
const testLimit = 600;
/** Tables of values, not code. */
const isTable = /\/tokens\.css$/;
const isTest = /\.(test|bench|e2e)\.tsx?$/;

/** Sentences about the files that are too long; none is good. */
export function fileSizeFaults() {
  return codeFiles().flatMap((name) => {
    if (isTable.test(name)) return [];
    const lines = read(name).trimEnd().split('\n').length;
    const most = isTest.test(name) ? testLimit : limit;
    return lines > most ? [`${name} has ${lines} lines; the limit is ${most}: split it by idea`] : [];
  });
}
