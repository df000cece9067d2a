import type { Table } from '@weft/core';
import { NameDialog } from '../../../shell/NameDialog.tsx';
import { tableNameFault } from './table-name.ts';

export interface TableNameDialogProps {
  /** The table to rename; null for a new one. */
  readonly table: Table | null;
  readonly tables: readonly Table[];
  readonly suggestion: string;
  readonly onClose: () => void;
  readonly onName: (name: string) => void;
}

export function TableNameDialog({ table, tables, suggestion, onClose, onName }: TableNameDialogProps) {
  return (
    <NameDialog
      title={table ? 'Rename table' : 'New table'}
      label="Table name"
      confirm={table ? 'Rename' : 'Create table'}
      initial={table?.name ?? suggestion}
      faultOf={(name) => tableNameFault(name, table, tables)}
      onClose={onClose}
      onName={onName}
    />
  );
}
