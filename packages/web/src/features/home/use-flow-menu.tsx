import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { can, flowType, hasBase, hasForm, workspaceRefusals } from '@weft/core';
import { ConfirmDialog, Menu, type MenuItem, toast } from '@weft/ui';
import {
  Building2,
  CalendarClock,
  Copy,
  CopyPlus,
  DoorClosed,
  DoorOpen,
  Download,
  ExternalLink,
  FolderInput,
  House,
  LayoutTemplate,
  Lock,
  LockOpen,
  Pencil,
  Plus,
  RotateCcw,
  Star,
  StickyNote,
  Trash2,
  Users,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Flow } from '../../api.ts';
import { paths } from '../../paths.ts';
import { meQuery, organizationsQuery, placesQuery } from '../../queries.ts';
import { copyText } from '../../shell/copy-text.ts';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { sayPartMissing } from '../../shell/say-part-missing.ts';
import type { Exported } from './export-flow.ts';
import { lockFlow, setDisabled, setTemplate, starFlow } from './flow-changes.ts';
import { factsOf, flowMenu, type OfferedVerb, shareLabel } from './flow-menu.ts';
import { moveFlows, trashFlows } from './flow-moves.ts';
import { trashQuestion } from './move-text.ts';

const SchedulingSettingsDialog = lazyDialog(() =>
  import('../scheduling/SchedulingSettingsDialog.tsx').then((part) => part.SchedulingSettingsDialog),
);
const exportWhole = async (flow: Exported): Promise<void> => {
  const part = await import('./export-flow.ts').catch(() => null);
  if (part === null) return sayPartMissing('The export');
  await part.exportFlow(flow, 'zip', 'keep');
};
const RenameDialog = lazyDialog(() => import('./RenameDialog.tsx').then((part) => part.RenameDialog));
const NoteDialog = lazyDialog(() => import('./NoteDialog.tsx').then((part) => part.NoteDialog));
const DuplicateDialog = lazyDialog(() =>
  import('./DuplicateDialog.tsx').then((part) => part.DuplicateDialog),
);
const ExportDialog = lazyDialog(() => import('./ExportDialog.tsx').then((part) => part.ExportDialog));
const ExportAppDialog = lazyDialog(() =>
  import('./ExportAppDialog.tsx').then((part) => part.ExportAppDialog),
);
const ShareDialog = lazyDialog(() => import('./ShareDialog.tsx').then((part) => part.ShareDialog));
const MoveToOrganizationDialog = lazyDialog(() =>
  import('./MoveToOrganizationDialog.tsx').then((part) => part.MoveToOrganizationDialog),
);
const WorkspaceDialog = lazyDialog(() =>
  import('./workspaces/WorkspaceDialog.tsx').then((part) => part.WorkspaceDialog),
);

/** What a menu hangs on: a button, or where the pointer was. */
export type MenuPlace = { readonly getBoundingClientRect: () => DOMRect };

type Open =
  | { readonly what: 'menu' | 'move'; readonly flows: readonly Flow[]; readonly at: MenuPlace }
  | {
      readonly what:
        | 'scheduling'
        | 'rename'
        | 'note'
        | 'duplicate'
        | 'export'
        | 'share'
        | 'change organization';
      readonly flow: Flow;
    }
  | { readonly what: 'trash' | 'new workspace'; readonly flows: readonly Flow[] };

/** Milliseconds for which it is said that a link was copied (specification 1, section 9). */
const copiedFor = 3_000;

async function copyLink(flow: Flow): Promise<void> {
  const copied = await copyText(new URL(paths.flow(flow), location.origin).href);
  toast(copied ? 'Link copied' : 'The link could not be copied', { duration: copiedFor });
}

/** Leads to another organization: for one flow, and for whoever is of several and has the right. */
function useChangeOrganization(flows: readonly Flow[], onChange: (flow: Flow) => void): readonly MenuItem[] {
  const { data: me } = useQuery(meQuery);
  const { data: organizations = [] } = useQuery(organizationsQuery);
  const [flow] = flows;
  if (flow === undefined || flows.length > 1) return [];
  if (organizations.length < 2 || me?.rights.MOVE_FLOWS_ACROSS_ORGS !== true) return [];
  const allowed = can(flow.role, 'changeOrganization', factsOf(flow));
  return [
    {
      label: 'Change organization',
      icon: Building2,
      disabled: !allowed.ok,
      ...(!allowed.ok && { reason: allowed.error.message }),
      onSelect: () => onChange(flow),
    },
  ];
}

/** Home, each workspace by its name, a new one, and another organization. */
function useMoveItems(
  flows: readonly Flow[],
  onNew: () => void,
  onChangeOrganization: (flow: Flow) => void,
): readonly MenuItem[] {
  const changeOrganization = useChangeOrganization(flows, onChangeOrganization);
  const { data: places } = useQuery(placesQuery);
  const lies = (workspaceId: string | null) =>
    flows.every((flow) => flow.workspaceId === workspaceId && flow.trashedAt === null);
  return [
    {
      label: 'Home',
      icon: House,
      checked: lies(null),
      disabled: lies(null),
      onSelect: () => void moveFlows(flows, null),
    },
    ...(places?.workspaces ?? []).map((workspace) => ({
      id: workspace.id,
      label: workspace.name,
      checked: lies(workspace.id),
      disabled: lies(workspace.id) || workspace.accessLevel !== 'write',
      ...(workspace.accessLevel !== 'write' && { reason: workspaceRefusals.write }),
      onSelect: () => void moveFlows(flows, workspace),
    })),
    'separator',
    { label: 'New workspace', icon: Plus, onSelect: onNew },
    ...changeOrganization,
  ];
}

/** Who only reads a scheduling form, and who is not of its organization, sets none of its hours and calendars. */
const hasSchedulingSettings = ({ type, role }: Flow, outside: boolean): boolean =>
  type === 'scheduling' && role !== 'read' && !outside;

/** The menu of flows, and the dialogs it opens; once around a listing. `outside`: of other organizations' flows. */
export function useFlowMenu(outside = false): {
  readonly openMenu: (flow: Flow, at: MenuPlace) => void;
  readonly openMove: (flows: readonly Flow[], at: MenuPlace) => void;
  readonly askTrash: (flows: readonly Flow[]) => void;
  readonly isOpen: boolean;
  readonly parts: ReactNode;
} {
  const [open, setOpen] = useState<Open | null>(null);
  const navigate = useNavigate();
  const close = () => setOpen(null);
  const hung = open?.what === 'menu' || open?.what === 'move' ? open : null;
  const moveItems = useMoveItems(
    hung?.flows ?? [],
    () => setOpen(hung === null ? null : { what: 'new workspace', flows: hung.flows }),
    (flow) => setOpen({ what: 'change organization', flow }),
  );

  const itemsOf = (flow: Flow, at: MenuPlace): readonly MenuItem[] => {
    const { starred, locked, cloneableTemplateId, settings, internalNote } = flow;
    const items: { readonly [V in OfferedVerb]: readonly MenuItem[] } = {
      open: [
        { label: 'Open', icon: ExternalLink, onSelect: () => void navigate({ to: paths.flow(flow) }) },
        { label: 'Copy link', icon: Copy, onSelect: () => void copyLink(flow) },
        ...(hasSchedulingSettings(flow, outside)
          ? [
              {
                label: 'Scheduling settings',
                icon: CalendarClock,
                onSelect: () => setOpen({ what: 'scheduling', flow }),
              },
            ]
          : []),
      ],
      star: [
        {
          label: starred ? 'Unstar' : 'Star',
          icon: Star,
          onSelect: () => void starFlow(flow, !starred),
        },
      ],
      note: [
        {
          label: internalNote === null ? 'Add internal note' : 'Edit internal note',
          icon: StickyNote,
          onSelect: () => setOpen({ what: 'note', flow }),
        },
      ],
      rename: [{ label: 'Rename', icon: Pencil, onSelect: () => setOpen({ what: 'rename', flow }) }],
      duplicate: [
        { label: 'Duplicate', icon: CopyPlus, onSelect: () => setOpen({ what: 'duplicate', flow }) },
      ],
      move: [
        {
          label: 'Move to workspace',
          icon: FolderInput,
          onSelect: () => setTimeout(() => setOpen({ what: 'move', flows: [flow], at })),
        },
      ],
      export: [
        {
          label: `Export ${flowType(flow.type).noun}`,
          icon: Download,
          // A form comes back from nothing but all of it.
          onSelect: () => (hasForm(flow.type) ? void exportWhole(flow) : setOpen({ what: 'export', flow })),
        },
      ],
      share: [{ label: shareLabel(flow), icon: Users, onSelect: () => setOpen({ what: 'share', flow }) }],
      lock: [
        {
          label: locked ? 'Unlock' : 'Lock',
          icon: locked ? LockOpen : Lock,
          onSelect: () => void lockFlow(flow, !locked),
        },
      ],
      template: [
        {
          label: cloneableTemplateId === null ? 'Make a template' : 'No longer a template',
          icon: LayoutTemplate,
          onSelect: () => void setTemplate(flow, cloneableTemplateId === null),
        },
      ],
      disable: [
        {
          label: `${settings.disabledForm ? 'Re-open' : 'Close'} ${flowType(flow.type).noun}`,
          icon: settings.disabledForm ? DoorOpen : DoorClosed,
          onSelect: () => void setDisabled([flow], !settings.disabledForm),
        },
      ],
      trash: [
        'separator',
        {
          label: 'Move to trash',
          icon: Trash2,
          danger: true,
          onSelect: () => setOpen({ what: 'trash', flows: [flow] }),
        },
      ],
      restore: [{ label: 'Restore', icon: RotateCcw, onSelect: () => void trashFlows([flow], 'restore') }],
    };
    return flowMenu(flow, outside).flatMap((verb) => items[verb]);
  };

  const [only] = hung?.flows ?? [];
  const parts = (
    <>
      {hung !== null && only !== undefined && (
        <Menu
          key={hung.what}
          open
          anchor={hung.at}
          align="end"
          label={hung.what === 'move' ? 'Move to workspace' : `${only.name}: menu`}
          finalFocus={() => (hung.at instanceof HTMLElement ? hung.at : null)}
          items={hung.what === 'move' ? moveItems : itemsOf(only, hung.at)}
          onOpenChange={(next) => !next && setOpen((now) => (now === hung ? null : now))}
        />
      )}
      {open?.what === 'scheduling' && (
        <SchedulingSettingsDialog userId={open.flow.scheduling?.userId ?? null} onClose={close} />
      )}
      {open?.what === 'rename' && <RenameDialog flow={open.flow} onClose={close} />}
      {open?.what === 'note' && <NoteDialog flow={open.flow} onClose={close} />}
      {open?.what === 'duplicate' && <DuplicateDialog flow={open.flow} onClose={close} />}
      {open?.what === 'export' &&
        (hasBase(open.flow.type) ? (
          <ExportDialog flow={open.flow} onClose={close} />
        ) : (
          <ExportAppDialog flow={open.flow} onClose={close} />
        ))}
      {open?.what === 'share' && <ShareDialog flow={open.flow} onClose={close} />}
      {open?.what === 'change organization' && <MoveToOrganizationDialog flow={open.flow} onClose={close} />}
      {open?.what === 'new workspace' && (
        <WorkspaceDialog
          workspace={null}
          onClose={close}
          onMade={(workspace) => void moveFlows(open.flows, workspace)}
        />
      )}
      {open?.what === 'trash' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={trashQuestion(open.flows).title}
          confirmLabel="Move to trash"
          danger
          onConfirm={() => {
            void trashFlows(open.flows, 'trash');
            close();
          }}
        >
          {trashQuestion(open.flows).text}
        </ConfirmDialog>
      )}
    </>
  );
  return {
    openMenu: (flow, at) => setOpen({ what: 'menu', flows: [flow], at }),
    openMove: (flows, at) => setOpen({ what: 'move', flows, at }),
    askTrash: (flows) => setOpen({ what: 'trash', flows }),
    isOpen: open !== null,
    parts,
  };
}
