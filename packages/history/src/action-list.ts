import type { ActionType } from './action.ts';
import { bulkClearCells } from './actions/bulk-clear-cells.ts';
import { bulkDeleteRecords } from './actions/bulk-delete-records.ts';
import { bulkPasteCells } from './actions/bulk-paste-cells.ts';
import { bulkUpdateLinks } from './actions/bulk-update-links.ts';
import { convertFieldType } from './actions/convert-field-type.ts';
import { createField } from './actions/create-field.ts';
import { createRecord } from './actions/create-record.ts';
import { createTable } from './actions/create-table.ts';
import { createView } from './actions/create-view.ts';
import { deleteField } from './actions/delete-field.ts';
import { deleteRecord } from './actions/delete-record.ts';
import { deleteTable } from './actions/delete-table.ts';
import { deleteView } from './actions/delete-view.ts';
import { duplicateTable } from './actions/duplicate-table.ts';
import { importRecords } from './actions/import-records.ts';
import { reorderFields } from './actions/reorder-fields.ts';
import { reorderRecords } from './actions/reorder-records.ts';
import { reorderTables } from './actions/reorder-tables.ts';
import { reorderViews } from './actions/reorder-views.ts';
import { resizeField } from './actions/resize-field.ts';
import { restoreField } from './actions/restore-field.ts';
import { restoreRecords } from './actions/restore-records.ts';
import { restoreTable } from './actions/restore-table.ts';
import { updateField } from './actions/update-field.ts';
import { updateLinks } from './actions/update-links.ts';
import { updateRecordCell } from './actions/update-record-cell.ts';
import { updateTable } from './actions/update-table.ts';
import { updateView } from './actions/update-view.ts';
import { updateViewSettings } from './actions/update-view-settings.ts';
import type { ActionDefinition } from './definition.ts';

/** THE list of what can be done to a base. */
export const actions: { readonly [T in ActionType]: ActionDefinition<T> } = {
  BULK_CLEAR_CELLS: bulkClearCells,
  BULK_DELETE_RECORDS: bulkDeleteRecords,
  BULK_PASTE_CELLS: bulkPasteCells,
  BULK_UPDATE_LINKS: bulkUpdateLinks,
  CONVERT_FIELD_TYPE: convertFieldType,
  CREATE_FIELD: createField,
  CREATE_RECORD: createRecord,
  CREATE_TABLE: createTable,
  CREATE_VIEW: createView,
  DELETE_FIELD: deleteField,
  DELETE_RECORD: deleteRecord,
  DELETE_TABLE: deleteTable,
  DELETE_VIEW: deleteView,
  DUPLICATE_TABLE: duplicateTable,
  IMPORT_RECORDS: importRecords,
  REORDER_FIELDS: reorderFields,
  REORDER_RECORDS: reorderRecords,
  REORDER_TABLES: reorderTables,
  REORDER_VIEWS: reorderViews,
  RESIZE_FIELD: resizeField,
  RESTORE_FIELD: restoreField,
  RESTORE_RECORDS: restoreRecords,
  RESTORE_TABLE: restoreTable,
  UPDATE_FIELD: updateField,
  UPDATE_LINKS: updateLinks,
  UPDATE_RECORD_CELL: updateRecordCell,
  UPDATE_TABLE: updateTable,
  UPDATE_VIEW: updateView,
  UPDATE_VIEW_SETTINGS: updateViewSettings,
};
