import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button, Icon, lazyPart, Menu, type MenuItem } from '@weft/ui';
import { ClipboardList, Database, ExternalLink, FileUp, Pencil, Plus, Search, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Flow } from '../../api.ts';
import { paths } from '../../paths.ts';
import { interruptedImportsQuery } from '../../queries.ts';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { useDebounced } from '../../shell/use-debounced.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { withTemporal } from '../../shell/with-temporal.ts';
import { FlowGrid } from './FlowGrid.tsx';
import { moveFlow } from './flow-changes.ts';
import { flowMenu, type OfferedVerb } from './flow-menu.ts';
import { HomeSearch } from './HomeSearch.tsx';
import { useFileDrop } from './use-file-drop.ts';

const InterruptedImports = lazyPart(
  () =>
    withTemporal(() => import('../import/InterruptedImports.tsx')).then((part) => part.InterruptedImports),
  () => null,
);

// Dialogs come when they are asked for: the page itself must be small.
const CreateDialog = lazyDialog(() => import('./CreateDialog.tsx').then((part) => part.CreateDialog));
const CsvWizard = lazyDialog(() =>
  withTemporal(() => import('../import/CsvWizard.tsx')).then((part) => part.CsvWizard),
);
const RenameDialog = lazyDialog(() => import('./RenameDialog.tsx').then((part) => part.RenameDialog));

/** True from the first time it was. */
function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever;
}

/** Whether the address asks for the create dialog; it opens once and the address is plain again. */
function useAskedToCreate(): readonly [boolean, (open: boolean) => void] {
  const { newDatabaseModal } = useSearch({ from: '/home-layout/home' });
  const navigate = useNavigate();
  const [open, setOpen] = useState(newDatabaseModal === 'open');
  useEffect(() => {
    if (newDatabaseModal !== 'open') return;
    setOpen(true);
    void navigate({ to: paths.home, search: {}, replace: true });
  }, [newDatabaseModal, navigate]);
  return [open, setOpen];
}

export function HomePage() {
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim(), 200);
  const [renaming, setRenaming] = useState<Flow | null>(null);
  const [creating, setCreating] = useAskedToCreate();
  const everCreated = useEver(creating);
  const [dropped, setDropped] = useState<readonly File[] | null>(null);
  const over = useFileDrop(!creating && renaming === null && dropped === null, setDropped);
  const navigate = useNavigate();
  const { data: interrupted = [] } = useQuery(interruptedImportsQuery);
  // It stays when the last one is resumed: it shows the import on its way.
  const wasInterrupted = useRef(false);
  if (interrupted.length > 0) wasInterrupted.current = true;
  usePageTitle('Home');

  const itemsOf = (flow: Flow): readonly MenuItem[] => {
    const items: { readonly [V in OfferedVerb]?: readonly MenuItem[] } = {
      open: [
        {
          label: 'Open',
          icon: ExternalLink,
          onSelect: () => void navigate({ to: paths.flow(flow) }),
        },
      ],
      rename: [{ label: 'Rename', icon: Pencil, onSelect: () => setRenaming(flow) }],
      trash: [
        'separator',
        { label: 'Move to trash', icon: Trash2, danger: true, onSelect: () => void moveFlow(flow, 'trash') },
      ],
    };
    return flowMenu(flow).flatMap((verb) => items[verb] ?? []);
  };
  const create = (
    <Menu
      align="end"
      onOpenChange={(open) => open && CreateDialog.preload()}
      trigger={
        // On phones a round one within the thumb's reach.
        <Button
          variant="primary"
          icon={Plus}
          size="lg"
          className="max-sm:fixed max-sm:end-4 max-sm:bottom-[max(16px,env(safe-area-inset-bottom))] max-sm:z-(--w-z-bar) max-sm:size-13 max-sm:rounded-full max-sm:p-0 max-sm:shadow-3"
        >
          <span className="max-sm:sr-only">Create</span>
        </Button>
      }
      items={[
        { label: 'Form', icon: ClipboardList, onSelect: () => void navigate({ to: paths.newForm }) },
        { label: 'Database', icon: Database, onSelect: () => setCreating(true) },
      ]}
    />
  );
  return (
    <>
      <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-3 border-line-subtle border-b px-8 py-2 max-sm:px-4">
        <h1 className="font-semibold text-title">Home</h1>
        <span className="flex-1" />
        <HomeSearch value={search} onChange={setSearch} />
        {create}
      </header>
      <div className="flex-1 px-8 py-6 max-sm:px-4 max-sm:pb-21">
        {wasInterrupted.current && (
          <InterruptedImports
            imports={interrupted}
            onImported={(id) => void navigate({ to: paths.database(id) })}
          />
        )}
        <h2 className="mb-4 font-semibold text-body">Your databases</h2>
        <FlowGrid
          trashed={false}
          search={wanted}
          itemsOf={itemsOf}
          empty={
            wanted === ''
              ? {
                  icon: Database,
                  title: 'No Tables yet',
                  text: 'Press create to get started.',
                  action: (
                    <p className="text-small text-text-subtle pointer-coarse:hidden">
                      A CSV file can also be dropped anywhere on this page.
                    </p>
                  ),
                }
              : { icon: Search, title: 'No results found.', text: `Nothing here is called “${wanted}”.` }
          }
        />
      </div>
      {over && (
        <div
          aria-hidden="true"
          className="pointer-events-none fixed inset-2 z-(--w-z-bar) flex flex-col items-center justify-center gap-3 rounded-lg border-2 border-accent border-dashed bg-accent-tint/95 font-medium text-accent-text text-lead"
        >
          <Icon of={FileUp} size={24} />
          Drop a CSV file to import it
        </div>
      )}
      {dropped !== null && (
        <CsvWizard
          open
          dropped={dropped}
          onClose={() => setDropped(null)}
          onImported={(id) => void navigate({ to: paths.database(id) })}
        />
      )}
      {renaming !== null && <RenameDialog flow={renaming} onClose={() => setRenaming(null)} />}
      {everCreated && <CreateDialog open={creating} onClose={() => setCreating(false)} />}
    </>
  );
}
