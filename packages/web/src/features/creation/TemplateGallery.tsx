import { useQuery } from '@tanstack/react-query';
import { Banner, Button, Dialog, TextInput } from '@weft/ui';
import { ArrowLeft, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSubmission } from '../../shell/use-submission.ts';
import { TemplateList } from './TemplateList.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';
import { templateQuery } from './template-queries.ts';

export interface TemplateGalleryProps {
  readonly open: boolean;
  /** What somebody described, where no AI service made tables of it. */
  readonly described?: string | undefined;
  /** Makes a database of the template. */
  readonly onMake: (name: string) => Promise<unknown>;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** Templates of databases: searched by a description, looked at, and made. */
export function TemplateGallery({ open, described, onMake, onBack, onClose }: TemplateGalleryProps) {
  const [search, setSearch] = useState(described ?? '');
  const [chosen, setChosen] = useState<string | null>(null);
  const { busy, error, submit, setError } = useSubmission({ leaves: true });
  const searchBox = useRef<HTMLInputElement>(null);
  const make = useRef<HTMLButtonElement>(null);
  const { data: template } = useQuery({ ...templateQuery(chosen ?? ''), enabled: chosen !== null });
  const wasChosen = useRef<string | null>(null);
  useEffect(() => {
    if (chosen !== null) make.current?.focus();
    // Back in the list, a key goes on from the template that was looked at.
    else if (wasChosen.current !== null)
      document.querySelector<HTMLElement>(`[data-template="${wasChosen.current}"]`)?.focus();
    wasChosen.current = chosen;
  }, [chosen]);
  const back = () => {
    if (chosen === null) return onBack();
    setError(null);
    setChosen(null);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={chosen === null ? 'Start from a template' : (template?.title ?? 'Template')}
      width={800}
      minHeight={535}
      initialFocus={searchBox}
      footer={
        <>
          <Button size="lg" variant="quiet" icon={ArrowLeft} className="me-auto -ms-3" onClick={back}>
            Back
          </Button>
          {chosen !== null && (
            <Button
              ref={make}
              size="lg"
              variant="primary"
              loading={busy}
              onClick={() => void submit(() => onMake(chosen))}
            >
              Create database
            </Button>
          )}
        </>
      }
    >
      <div className={chosen === null ? 'flex flex-col gap-4' : 'hidden'}>
        {described !== undefined && (
          <Banner tone="info">
            This server has no AI service, so your description searches the templates instead.
          </Banner>
        )}
        <TextInput
          ref={searchBox}
          type="search"
          size="lg"
          icon={Search}
          aria-label="Describe what you want to keep"
          placeholder="Describe what you want to keep"
          maxLength={2_000}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <TemplateList search={search} onChoose={setChosen} />
      </div>
      {chosen !== null && (
        <>
          {error !== null && (
            <Banner tone="danger" className="mb-4">
              {error}
            </Banner>
          )}
          <TemplatePreview key={chosen} name={chosen} />
        </>
      )}
    </Dialog>
  );
}
