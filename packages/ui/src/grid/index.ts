export type { CellFiles, FileUpload } from '../fields/attachments/cell-files.ts';
export type { LinkSource } from '../fields/cell-editor.ts';
export { LinkChip } from '../fields/links/LinkChip.tsx';
export { useFoundRecords } from '../fields/links/use-found-records.ts';
export { RecordInput, RecordValue } from '../fields/record/RecordInput.tsx';
export { Grid } from './Grid.tsx';
export type { CellEdit, GridActions, GridContext } from './grid-source.ts';
export type { GridPeople } from './people.ts';
export { RowSample } from './RowSample.tsx';
