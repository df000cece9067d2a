/** Steps of the dialog that connects a database. */
export type ConnectStage =
  | 'initial'
  | 'new_base'
  | 'select_existing'
  | 'unified_selection'
  | 'csv-import'
  | 'zite-airtable-import';

/** The step that an address leads back to after a service's sign-in (`continueImport`). */
export const continuedStages: { readonly [service: string]: ConnectStage } = {
  airtable: 'zite-airtable-import',
};
