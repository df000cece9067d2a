import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { readDeclaration } from '@weft/protocol';
import { Banner, Button, Icon, Skeleton, toast } from '@weft/ui';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { paths } from '../../../paths.ts';
import { meQuery } from '../../../queries.ts';
import { NothingHere } from '../../../shell/pages.tsx';
import { usePageTitle } from '../../../shell/use-page-title.ts';
import { useSubmission } from '../../../shell/use-submission.ts';
import { connectorsQuery } from '../integration-queries.ts';
import { ConnectorRequest } from './ConnectorRequest.tsx';
import { ConnectorService } from './ConnectorService.tsx';
import { changeConnector, declareConnector, exportConnector } from './connector-calls.ts';
import {
  type ConnectorDraft,
  type ConnectorPart,
  draftOf,
  emptyDraft,
  writtenOf,
} from './connector-draft.ts';

/** Declares a connector without code, or changes one. */
export function ConnectorPage() {
  const { connectorType } = useParams({ from: '/home-layout/home/integrations/connectors/$connectorType' });
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, refetch } = useQuery(connectorsQuery);
  const isNew = connectorType === 'new';
  const found = data?.find(({ type }) => type === connectorType);
  const read = found && readDeclaration(found.declaration);
  const name = read !== undefined && 'declaration' in read ? read.declaration.name : 'New connector';
  usePageTitle(isNew ? 'New connector' : name);
  if (me === null) return null;
  if (!me.isAdmin) return <NothingHere />;
  if (!isNew && data === undefined)
    return error === null ? (
      <Skeleton className="m-8 h-60" />
    ) : (
      <div className="p-8">
        <Banner tone="danger" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          {errorText(error)}
        </Banner>
      </div>
    );
  if (!isNew && (found?.mayEdit !== true || read === undefined || 'faults' in read)) return <NothingHere />;
  return (
    <>
      <header className="flex min-h-14 shrink-0 items-center gap-2 border-line-subtle border-b px-8 font-medium text-base max-sm:px-4">
        <Link to={paths.connectors} className="text-text-muted hover:text-text">
          Custom connectors
        </Link>
        <Icon of={ChevronRight} size={14} className="text-text-subtle" />
        <h1 className="truncate">{isNew ? 'New connector' : name}</h1>
      </header>
      <Editor
        key={`${connectorType} ${found?.version}`}
        type={isNew ? null : connectorType}
        version={found?.version ?? 0}
        initial={read !== undefined && 'declaration' in read ? draftOf(read.declaration) : emptyDraft()}
      />
    </>
  );
}

function Editor(props: {
  readonly type: string | null;
  readonly version: number;
  readonly initial: ConnectorDraft;
}) {
  const { type, version, initial } = props;
  const [draft, setDraft] = useState(initial);
  const [isJudged, setJudged] = useState(false);
  const { busy, error, setError, submit } = useSubmission();
  const navigate = useNavigate();
  const written = writtenOf(draft);
  const read = readDeclaration(written);
  const faults = 'faults' in read && isJudged ? read.faults : [];
  const part: ConnectorPart = {
    draft,
    change: (to) => {
      setError(null);
      setDraft((now) => ({ ...now, ...to }));
    },
    faultAt: (path) =>
      faults.find((fault) => fault.path === path || fault.path.startsWith(`${path}.`))?.message ?? null,
  };
  const save = () => {
    setJudged(true);
    if ('faults' in read) return;
    void submit(async () => {
      if (type === null) await declareConnector(written);
      else await changeConnector(type, version, written);
      toast(`${draft.name.trim()} saved`);
      await navigate({ to: paths.connectors });
    });
  };
  return (
    <form
      className="flex flex-1 flex-col"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className="mx-auto w-full max-w-[784px] flex-1 px-8 py-6 max-sm:px-4">
        <ConnectorService {...part} isNew={type === null} />
        <ConnectorRequest {...part} />
        {(error !== null || faults.length > 0) && (
          <Banner tone="danger">
            {error ?? (
              <ul>
                {faults.map(({ path, message }) => (
                  <li key={path}>
                    {path}: {message}
                  </li>
                ))}
              </ul>
            )}
          </Banner>
        )}
      </div>
      <footer className="sticky bottom-0 flex min-h-15 flex-wrap items-center justify-end gap-2 border-t bg-surface px-8 py-3 max-sm:px-4 lg:rounded-b-lg">
        <Button
          size="lg"
          variant="quiet"
          className="me-auto -ms-3"
          disabled={'faults' in read}
          onClick={() => 'declaration' in read && exportConnector(read.declaration)}
        >
          Export JSON
        </Button>
        <Button size="lg" onClick={() => void navigate({ to: paths.connectors })}>
          Cancel
        </Button>
        <Button size="lg" type="submit" variant="primary" loading={busy}>
          {busy ? 'Saving' : 'Save'}
        </Button>
      </footer>
    </form>
  );
}
