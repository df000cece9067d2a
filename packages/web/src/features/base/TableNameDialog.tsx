import type { Table } from '@weft/core';
import { Button, Dialog, FormField, TextInput } from '@weft/ui';
import { useRef, useState } from 'react';
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
  const [name, setName] = useState(table?.name ?? suggestion);
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const fault = tableNameFault(name, table, tables);
  const submit = () => {
    setTried(true);
    if (fault === null) onName(name.trim());
    else input.current?.focus();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={table ? 'Rename table' : 'New table'}
      initialFocus={input}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" variant="primary" onClick={submit}>
            {table ? 'Rename' : 'Create table'}
          </Button>
        </>
      }
    >
      <FormField label="Table name" error={tried || name !== (table?.name ?? suggestion) ? fault : null}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            value={name}
            maxLength={255}
            autoComplete="off"
            onFocus={(event) => event.target.select()}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              // The focus goes back to the button that opened this, which must not take the key as its own.
              event.preventDefault();
              submit();
            }}
          />
        )}
      </FormField>
    </Dialog>
  );
}
