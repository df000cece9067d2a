export { RecordInput, RecordValue } from '../fields/record/RecordInput.tsx';
export type { LinkSource } from '../fields/cell-editor.ts';
export { Grid } from './Grid.tsx';
export type { CellEdit, GridActions, GridContext } from './grid-source.ts';
export { RowSample } from './RowSample.tsx';
