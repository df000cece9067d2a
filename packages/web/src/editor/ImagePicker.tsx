import { imageOf } from '@weft/forms';
import { Button, cx } from '@weft/ui';
import { useRef, useState } from 'react';
import { useSubmission } from '../shell/use-submission.ts';
import { Refused } from './Refused.tsx';

const maxBytes = 10 * 1024 * 1024;

interface ImagePickerProps {
  /** Sends an image to where the document keeps its own, and answers how the document names it. */
  readonly upload: (file: File, onProgress: (sent: number) => void) => Promise<string>;
  /** As the document names it. */
  readonly image: string | undefined;
  /** What the buttons are about: 'the image', 'the picture of Red'. */
  readonly noun: string;
  readonly onChange: (image: string | null) => void;
  /** It shows the image small, beside its buttons. */
  readonly isSmall?: boolean;
}

/** An image of the document: to choose, to replace, to remove. */
export function ImagePicker({ upload: send, image, noun, onChange, isSmall = false }: ImagePickerProps) {
  const picker = useRef<HTMLInputElement>(null);
  const { busy, error, setError, submit } = useSubmission();
  const [sent, setSent] = useState(0);
  const shown = imageOf(image);
  const upload = (file: File) => {
    if (file.size > maxBytes) return setError('Choose an image of at most 10 MB');
    setSent(0);
    void submit(async () => onChange(await send(file, setSent)));
  };
  const choose = shown === null ? 'Choose' : 'Replace';
  return (
    <div className={cx('flex min-w-0 gap-2', isSmall ? 'items-center' : 'flex-col items-start')}>
      {shown !== null && (
        <img
          src={`/files/${shown.fileId}/image`}
          alt=""
          className={cx('rounded-md border object-contain', isSmall ? 'size-10' : 'max-h-40 max-w-full')}
        />
      )}
      <div className="flex flex-wrap gap-1">
        <Button
          size="sm"
          loading={busy}
          aria-label={`${choose} ${noun}`}
          onClick={() => picker.current?.click()}
        >
          {busy ? `Uploading ${Math.floor(sent * 100)}%` : choose}
        </Button>
        {shown !== null && !busy && (
          <Button size="sm" variant="quiet" aria-label={`Remove ${noun}`} onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      <Refused error={error} />
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
        aria-label={`File of ${noun}`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) upload(file);
          target.value = '';
        }}
      />
    </div>
  );
}
