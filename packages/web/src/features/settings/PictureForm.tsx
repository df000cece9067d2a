import { Banner, Button } from '@weft/ui';
import { type ReactNode, useRef, useState } from 'react';
import { call } from '../../api.ts';
import { meQuery, organizationsQuery, queryClient } from '../../queries.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { sendFile } from '../../transfers.ts';

const maxBytes = 5 * 1024 * 1024;

interface PictureFormProps {
  readonly of: 'me' | 'organization';
  readonly picture: string | null;
  /** What stands in its place where there is none. */
  readonly shown: ReactNode;
}

/** A picture of oneself, or of the organization: to choose, to replace, to remove. */
export function PictureForm({ of, picture, shown }: PictureFormProps) {
  const picker = useRef<HTMLInputElement>(null);
  const { busy, error, setError, submit } = useSubmission();
  /** How much of the picture was sent, 0 to 1; null while none is. */
  const [sent, setSent] = useState<number | null>(null);
  const control = useRef<AbortController>(null);
  const change = (work: () => Promise<unknown>) =>
    submit(async () => {
      await work();
      await queryClient.invalidateQueries(meQuery);
      if (of === 'organization') await queryClient.invalidateQueries(organizationsQuery);
    });
  const upload = (file: File) => {
    if (file.size > maxBytes) return setError('Max file size is 5 MB');
    const uploading = new AbortController();
    control.current = uploading;
    const { signal } = uploading;
    setSent(0);
    void change(() =>
      sendFile(`POST /v1/${of}/picture`, file, { onProgress: setSent, signal }).catch((refused: unknown) => {
        if (!signal.aborted) throw refused;
      }),
    ).finally(() => setSent(null));
  };
  return (
    <div className="flex flex-col items-start gap-3">
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <div className="flex items-center gap-3">
        {shown}
        <Button loading={busy} onClick={() => picker.current?.click()}>
          {sent !== null
            ? `Uploading ${Math.floor(sent * 100)}%`
            : picture === null
              ? 'Upload picture'
              : 'Change picture'}
        </Button>
        {sent !== null && (
          <Button variant="quiet" onClick={() => control.current?.abort()}>
            Cancel
          </Button>
        )}
        {picture !== null && !busy && (
          <Button variant="quiet" onClick={() => void change(() => call(`DELETE /v1/${of}/picture`))}>
            Remove
          </Button>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
        aria-label="Choose a picture"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) upload(file);
          target.value = '';
        }}
      />
    </div>
  );
}
