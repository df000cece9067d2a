import { Button, Dialog, Switch } from '@weft/ui';
import { useState } from 'react';

export interface CsvDialogProps {
  readonly onClose: () => void;
  readonly onDownload: (formulas: 'keep' | 'escape') => void;
}

/** Asks how a CSV file is to be written. */
export function CsvDialog({ onClose, onDownload }: CsvDialogProps) {
  const [escapes, setEscapes] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Download CSV"
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" variant="primary" onClick={() => onDownload(escapes ? 'escape' : 'keep')}>
            Download
          </Button>
        </>
      }
    >
      <Switch label="Escape formulas" checked={escapes} onChange={setEscapes} className="min-h-9" />
      <p className="mt-1 text-small text-text-muted">
        For files that are opened in a spreadsheet: texts that begin with =, +, -, @, a tab or a new line get
        an apostrophe in front, so that none is run as a formula. Numbers stay numbers. Leave it off for files
        that are imported again, because the apostrophe becomes part of the text.
      </p>
    </Dialog>
  );
}
