import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ConnectorDeclaration, readDeclaration } from '@weft/protocol';
import {
  Badge,
  Banner,
  Button,
  ConfirmDialog,
  EmptyState,
  Icon,
  IconButton,
  Menu,
  Skeleton,
  toast,
} from '@weft/ui';
import { Blocks, ChevronRight, Download, Ellipsis, Pencil, Plus, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { paths } from '../../../paths.ts';
import { meQuery } from '../../../queries.ts';
import { NothingHere } from '../../../shell/pages.tsx';
import { usePageTitle } from '../../../shell/use-page-title.ts';
import { useSubmission } from '../../../shell/use-submission.ts';
import { connectorDependentsQuery, connectorsQuery } from '../integration-queries.ts';
import { ServiceTile } from '../ServiceTile.tsx';
import { declareConnector, exportConnector, readFile, removeConnector } from './connector-calls.ts';

interface Listed {
  readonly type: string;
  readonly version: number;
  readonly mayEdit: boolean;
  readonly declaration: ConnectorDeclaration;
}

/** The connectors of an organization that were declared without code. */
export function ConnectorsPage() {
  usePageTitle('Custom connectors');
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, refetch } = useQuery(connectorsQuery);
  const [deleting, setDeleting] = useState<Listed | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { busy, error: refused, submit } = useSubmission();
  const navigate = useNavigate();
  if (me === null) return null;
  if (!me.isAdmin) return <NothingHere />;
  const listed = data?.flatMap(({ declaration: stored, ...one }): Listed[] => {
    const read = readDeclaration(stored);
    return 'declaration' in read ? [{ ...one, declaration: read.declaration }] : [];
  });
  const take = (file: File) =>
    void submit(async () => {
      const type = await declareConnector(await readFile(file));
      await navigate({ to: paths.connector(type) });
    });
  return (
    <>
      <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-2 border-line-subtle border-b px-8 py-2 max-sm:px-4">
        <h1 className="flex flex-1 items-center gap-2 font-medium text-base">
          <Link to={paths.integrations} className="text-text-muted hover:text-text">
            Integrations
          </Link>
          <Icon of={ChevronRight} size={14} className="text-text-subtle" />
          Custom connectors
        </h1>
        <input
          ref={picker}
          type="file"
          accept="application/json,.json"
          aria-label="A connector as a JSON file"
          className="hidden"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) take(file);
            currentTarget.value = '';
          }}
        />
        <Button icon={Upload} loading={busy} onClick={() => picker.current?.click()}>
          {busy ? 'Importing' : 'Import'}
        </Button>
        <Button variant="primary" icon={Plus} onClick={() => void navigate({ to: paths.connector('new') })}>
          New connector
        </Button>
      </header>
      <div className="mx-auto flex w-full max-w-[784px] flex-1 flex-col gap-4 px-8 py-6 max-sm:px-4">
        <p className="text-base text-text-muted">
          Services that Weft does not know, declared without code: where they are, what lets in, and the
          request that an answer becomes. Everybody in {me.organization.name} can connect them.
        </p>
        {refused !== null && (
          <Banner tone="danger">
            <span className="whitespace-pre-line">{refused}</span>
          </Banner>
        )}
        {error !== null && data === undefined && (
          <Banner tone="danger" action={<Button onClick={() => void refetch()}>Try again</Button>}>
            {errorText(error)}
          </Banner>
        )}
        {listed === undefined && error === null && <Skeleton className="h-40" />}
        {listed?.length === 0 && (
          <EmptyState
            icon={Blocks}
            title="No custom connectors yet"
            text="Declare one, or import its JSON file."
          />
        )}
        {listed !== undefined && listed.length > 0 && (
          <ul aria-label="Custom connectors" className="divide-y overflow-hidden rounded-lg border">
            {listed.map((one) => (
              <Row key={one.type} listed={one} onDelete={() => setDeleting(one)} />
            ))}
          </ul>
        )}
      </div>
      {deleting !== null && <DeleteConnector listed={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

function Row({ listed, onDelete }: { readonly listed: Listed; readonly onDelete: () => void }) {
  const { type, version, mayEdit, declaration } = listed;
  const { name, letters = null, color, origin } = declaration;
  const navigate = useNavigate();
  const edit = () => void navigate({ to: paths.connector(type) });
  const off = mayEdit ? {} : { disabled: true, reason: 'It is a file of whoever runs the server.' };
  return (
    <li className="flex min-h-13 items-center gap-3 px-4 py-2 hover:bg-row-hover">
      <ServiceTile label={name} custom={{ letters, color }} />
      <div className="min-w-0 flex-1">
        {mayEdit ? (
          <Link to={paths.connector(type)} className="block truncate font-medium text-base hover:underline">
            {name}
          </Link>
        ) : (
          <p className="truncate font-medium text-base">{name}</p>
        )}
        <p className="truncate text-small text-text-muted">
          {new URL(origin).host} · Version {version}
        </p>
      </div>
      {!mayEdit && <Badge>Of the server</Badge>}
      <Menu
        align="end"
        trigger={<IconButton plain icon={Ellipsis} label={`More for ${name}`} />}
        items={[
          { label: 'Edit', icon: Pencil, ...off, onSelect: edit },
          { label: 'Export', icon: Download, onSelect: () => exportConnector(declaration) },
          'separator',
          { label: 'Delete', icon: Trash2, danger: true, ...off, onSelect: onDelete },
        ]}
      />
    </li>
  );
}

function DeleteConnector({ listed, onClose }: { readonly listed: Listed; readonly onClose: () => void }) {
  const { data, error } = useQuery(connectorDependentsQuery(listed.type));
  const { busy, submit } = useSubmission({ toasts: true });
  const { name } = listed.declaration;
  const isFree = data?.connections.length === 0;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${name}?`}
      confirmLabel={busy ? 'Deleting' : 'Delete connector'}
      danger
      loading={busy}
      onConfirm={() =>
        void submit(async () => {
          await removeConnector(listed.type);
          toast(`${name} deleted`);
          onClose();
        })
      }
    >
      {data === undefined && error === null && <Skeleton className="mb-2 h-5" />}
      {error !== null && <p>{errorText(error)}</p>}
      {isFree && <p>Nobody has connected it.</p>}
      {data !== undefined && !isFree && (
        <>
          <p>These connections are deleted with it:</p>
          <Names names={data.connections} />
        </>
      )}
      {data !== undefined && data.flows.length + data.others > 0 && (
        <>
          <p>These forms no longer write with them:</p>
          <Names
            names={[
              ...data.flows.map((flow) => flow.name),
              ...(data.others > 0 ? [`${data.others} that you don’t see`] : []),
            ]}
          />
        </>
      )}
      <p className="mt-2">What was written stays where it is. This cannot be undone.</p>
    </ConfirmDialog>
  );
}

const Names = ({ names }: { readonly names: readonly string[] }) => (
  <ul className="my-2 list-disc ps-5">
    {names.map((name) => (
      <li key={name}>{name}</li>
    ))}
  </ul>
);
