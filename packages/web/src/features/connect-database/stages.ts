/** Steps of the dialog that connects a database. */
export type ConnectStage =
  | 'initial'
  | 'new_base'
  | 'select_existing'
  | 'unified_selection'
  | 'csv-import'
  | ImportStage;

/** Services that a database to connect is imported from, each by its step. */
export const importStages = {
  'zite-airtable-import': 'airtable',
  'zite-googlesheets-import': 'googlesheets',
} as const;

export type ImportStage = keyof typeof importStages;
export type ImportSource = (typeof importStages)[ImportStage];

export const isImportStage = (stage: ConnectStage): stage is ImportStage => stage in importStages;

/** The step that an address leads back to after a service's sign-in (`continueImport`). */
export const continuedStages: { readonly [service: string]: ConnectStage } = {
  airtable: 'zite-airtable-import',
  googlesheets: 'zite-googlesheets-import',
};
