import { Button, Dialog, SegmentedControl, Switch } from '@weft/ui';
import { useState } from 'react';
import { type Exported, exportFlow, type FlowFormat } from './export-flow.ts';

const formats: readonly { readonly value: FlowFormat; readonly label: string }[] = [
  { value: 'zip', label: 'Everything' },
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel' },
];

/** What each kind of file holds, and what it cannot hold. */
const holds: { readonly [F in FlowFormat]: string } = {
  zip: 'One ZIP file with JSON and the attached files: tables, field settings, views, records, links. ‘Import from a file’ makes the same database of it, here or in another organization.',
  csv: 'A ZIP file with a CSV file for each table, every field and record in it. Links are written as the names of the records. Views, field settings such as colors, and the attached files themselves are not in it.',
  xlsx: 'One workbook with a sheet for each table, every field and record in it. Links are written as the names of the records. Views, field settings such as colors, and the attached files themselves are not in it.',
};

/** Asks as which kind of file a database is to be exported. */
export function ExportDialog({ flow, onClose }: { readonly flow: Exported; readonly onClose: () => void }) {
  const [format, setFormat] = useState<FlowFormat>('zip');
  const [escapes, setEscapes] = useState(false);
  const submit = () => {
    onClose();
    void exportFlow(flow, format, escapes && format === 'csv' ? 'escape' : 'keep');
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Export database"
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" variant="primary" onClick={submit}>
            Export
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 pb-2">
        <SegmentedControl label="Format" value={format} segments={formats} onChange={setFormat} />
        <p className="text-body text-text-muted">{holds[format]}</p>
        {format === 'csv' && (
          <div>
            <Switch label="Escape formulas" checked={escapes} onChange={setEscapes} className="min-h-9" />
            <p className="mt-1 text-small text-text-muted">
              For files that are opened in a spreadsheet. Leave it off for files that are imported again.
            </p>
          </div>
        )}
      </div>
    </Dialog>
  );
}
