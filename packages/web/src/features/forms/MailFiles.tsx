import type { Content } from '@weft/documents';
import { certificateOf, type MailFile } from '@weft/forms';
import { Checkbox } from '@weft/ui';

const labels: { readonly [F in MailFile]: string } = {
  answer: 'Attach the answer as a PDF',
  certificate: 'Attach the certificate of whoever passed',
};

/** What the font of PDFs has not. */
export const scriptsOfPdfs = 'Chinese, Japanese, Korean and some other scripts are drawn as boxes in PDFs.';

interface Props {
  readonly files: readonly MailFile[];
  /** What the form asks now. */
  readonly content: Content;
  readonly onChange: (files: readonly MailFile[]) => void;
}

/** The PDFs that go with a mail. */
export function MailFiles({ files, content, onChange }: Props) {
  const isOffered = (file: MailFile) =>
    file === 'answer' || files.includes(file) || certificateOf(content) !== null;
  const kinds = (Object.keys(labels) as MailFile[]).filter(isOffered);
  return (
    <div className="mt-3 flex flex-col gap-1">
      {kinds.map((file) => (
        <Checkbox
          key={file}
          label={labels[file]}
          checked={files.includes(file)}
          onChange={(on) => onChange(on ? [...files, file] : files.filter((one) => one !== file))}
        />
      ))}
      {files.length > 0 && (
        <p className="text-small text-text-muted">
          Dates are in the time zone of the form’s owner. {scriptsOfPdfs}
        </p>
      )}
    </div>
  );
}
