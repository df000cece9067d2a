import { Avatar, Banner, Button } from '@weft/ui';
import { useRef } from 'react';
import { ask, type Me } from '../../api.ts';
import { meQuery, queryClient } from '../../queries.ts';
import { useSubmission } from '../../shell/use-submission.ts';

const path = '/v1/me/picture';
const mostBytes = 5 * 1024 * 1024;

/** A person's picture: to choose, to replace, to remove. */
export function PictureForm({ me }: { readonly me: Me }) {
  const picker = useRef<HTMLInputElement>(null);
  const { busy, error, setError, submit } = useSubmission();
  const change = (init: RequestInit) =>
    submit(async () => {
      await ask(path, init);
      await queryClient.invalidateQueries(meQuery);
    });
  const upload = (file: File) => {
    if (file.size > mostBytes) return setError('Max file size is 5 MB');
    const body = new FormData();
    body.append('file', file, file.name);
    void change({ method: 'POST', body });
  };
  const { id, name, picture } = me.user;
  return (
    <div className="flex flex-col items-start gap-3">
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <div className="flex items-center gap-3">
        <Avatar name={name} id={id} picture={picture} size={56} />
        <Button loading={busy} onClick={() => picker.current?.click()}>
          {busy ? 'Uploading' : picture === null ? 'Upload picture' : 'Change picture'}
        </Button>
        {picture !== null && !busy && (
          <Button variant="quiet" onClick={() => void change({ method: 'DELETE' })}>
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
