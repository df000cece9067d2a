// The door for threads that write rows: what they need, without the engines.

export { type CopyPlan, type CopyRows, CopyWriter } from './copy-writer.ts';
