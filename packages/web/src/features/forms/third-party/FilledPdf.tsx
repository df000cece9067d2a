import { Button, Icon, SegmentedControl } from '@weft/ui';
import { FileText } from 'lucide-react';
import { useRef, useState } from 'react';
import { Refused } from '../../../editor/Refused.tsx';
import { useSubmission } from '../../../shell/use-submission.ts';
import { sendFile } from '../../../transfers.ts';
import type { Target } from '../../integrations/integration-queries.ts';
import { scriptsOfPdfs } from '../MailFiles.tsx';

const maxBytes = 10 * 1024 * 1024;

interface FilledPdfProps {
  readonly flowId: string;
  readonly settings: Target;
  /** The fields of a PDF are filled in; else it is made from a text. */
  readonly fills: boolean;
  readonly onMode: (fills: boolean) => void;
  readonly onUploaded: (settings: Target) => void;
}

/** Chooses whether a PDF is made from a text, or by filling in the fields of one that is uploaded here. */
export function FilledPdf({ flowId, settings, fills, onMode, onUploaded }: FilledPdfProps) {
  const picker = useRef<HTMLInputElement>(null);
  const { busy, error, setError, submit } = useSubmission();
  const [sent, setSent] = useState(0);
  const name = settings.pdfId === undefined ? null : (settings.pdfName ?? 'A PDF');
  const upload = (file: File) => {
    if (file.size > maxBytes) return setError('Choose a PDF of at most 10 MB');
    setSent(0);
    void submit(async () => {
      const { pdf } = await sendFile('POST /v1/forms/:flowId/pdfs', file, {
        path: { flowId },
        onProgress: setSent,
      });
      onUploaded({ pdfId: pdf.id, pdfName: pdf.name });
    });
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <SegmentedControl
        label="How the PDF is made"
        value={fills ? 'fill' : 'text'}
        segments={[
          { value: 'text', label: 'From a text' },
          { value: 'fill', label: 'Fill in a PDF' },
        ]}
        onChange={(value) => {
          setError(null);
          onMode(value === 'fill');
        }}
      />
      {fills && (
        <>
          {name !== null && (
            <p className="flex max-w-full items-center gap-2 font-medium text-base">
              <Icon of={FileText} size={16} className="shrink-0 text-text-muted" />
              <span className="truncate">{name}</span>
            </p>
          )}
          <Button loading={busy} onClick={() => picker.current?.click()}>
            {busy
              ? `Uploading ${Math.floor(sent * 100)}%`
              : name === null
                ? 'Choose a PDF'
                : 'Replace the PDF'}
          </Button>
          <Refused error={error} />
          <p className="text-small text-text-muted">
            A PDF with form fields, of at most 10 MB. Fields that are filled in can no longer be changed in
            it. {scriptsOfPdfs}
          </p>
          <input
            ref={picker}
            type="file"
            hidden
            accept="application/pdf,.pdf"
            aria-label="File of the PDF"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file !== undefined) upload(file);
              target.value = '';
            }}
          />
        </>
      )}
    </div>
  );
}
