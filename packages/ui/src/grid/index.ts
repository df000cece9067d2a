export { Grid } from './Grid.tsx';
export type { GridProps } from './grid-props.ts';
export type { CellEdit, GridActions, GridChange, GridContext, GridSource } from './grid-source.ts';
export { RowSample, type RowSampleProps } from './RowSample.tsx';
