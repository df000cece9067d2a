/** Steps of the dialog that connects a database. */
export type ConnectStage = 'initial' | 'new_base' | 'select_existing' | 'unified_selection' | 'csv-import';
