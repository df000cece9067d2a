import { groupedChanges } from '@weft/apps';
import { kindOfChange } from '@weft/documents';
import { Badge, Button, cx, Icon, type IconType, SegmentedControl } from '@weft/ui';
import {
  Blocks,
  CircleAlert,
  CircleCheck,
  Database,
  FileText,
  Minus,
  Pencil,
  Plus,
  Settings,
  ShieldCheck,
} from 'lucide-react';
import { keyed } from '../../../editor/keyed.ts';
import { errorText } from '../../../error-text.ts';
import { Moment } from '../../../shell/Moment.tsx';
import type { AppChat, Turn } from './use-app-chat.ts';

const looks: { readonly [K in ReturnType<typeof kindOfChange>]: { icon: IconType; tone: string } } = {
  added: { icon: Plus, tone: 'bg-success-tint text-success-text' },
  changed: { icon: Pencil, tone: 'bg-warning-tint text-warning-text' },
  deleted: { icon: Minus, tone: 'bg-danger-tint text-danger-text' },
};

type Grouped = ReturnType<typeof groupedChanges>[number];

/** What somebody has asked for. */
export function Asked({ children }: { readonly children: string }) {
  return (
    <p className="ms-10 self-end whitespace-pre-wrap break-words rounded-lg rounded-ee-sm bg-hover px-3 py-2 text-base">
      {children}
    </p>
  );
}

function Checked({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 0)
    return (
      <p className="flex gap-1.5 border-t px-3 py-2 text-small text-success-text">
        <Icon of={CircleCheck} size={14} className="mt-0.5" />
        Checked: nothing keeps it from being published
      </p>
    );
  return (
    <div className="border-t px-3 py-2 text-small text-warning-text">
      <p className="flex gap-1.5 font-medium">
        <Icon of={CircleAlert} size={14} className="mt-0.5" />
        Before it can be published
      </p>
      <ul className="ms-5 list-disc">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  );
}

const groupLooks: {
  readonly [G in Grouped['group']]: { readonly label: string; readonly icon: IconType };
} = {
  database: { label: 'Database', icon: Database },
  pages: { label: 'Pages', icon: FileText },
  blocks: { label: 'Blocks', icon: Blocks },
  rules: { label: 'Rules', icon: ShieldCheck },
  app: { label: 'App', icon: Settings },
};

/** What would change of one part of the app. */
function ChangeGroup({ group, changes, told }: Grouped) {
  const { label, icon } = groupLooks[group];
  return (
    <section>
      <h4 className="flex items-center gap-2 border-y bg-sunken px-3 py-1.5 font-semibold text-small">
        <Icon of={icon} size={14} className="text-text-muted" />
        {label}
        <span className="font-normal text-text-muted">{told}</span>
      </h4>
      <ul className="divide-y divide-line-subtle">
        {keyed(changes, String).map(([key, change]) => {
          const { icon: mark, tone } = looks[kindOfChange(change)];
          return (
            <li key={key} className="flex gap-2 px-3 py-2 text-base">
              <span className={cx('mt-0.5 grid size-5 shrink-0 place-items-center rounded-sm', tone)}>
                <Icon of={mark} size={14} />
              </span>
              <span className="min-w-0 break-words">{change}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const settledWords = { applied: 'Applied', discarded: 'Discarded' } as const;

/** A request, its answer, and what it would change, which is applied or discarded as a whole. */
export function ChatTurn({ turn, chat }: { readonly turn: Turn; readonly chat: AppChat }) {
  const { id, asked, said, changes, state, at, askedBy } = turn;
  const problems = chat.problemsOf(id);
  const isOpen = state === 'proposed';
  const count = `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`;
  return (
    <li className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <Asked>{asked}</Asked>
        <p className="self-end text-small text-text-subtle">
          {askedBy !== null && `${askedBy}, `}
          <Moment at={at} inside />
        </p>
      </div>
      {said.trim() !== '' && <p className="whitespace-pre-wrap break-words text-base">{said}</p>}
      {state === 'refused' && <p className="text-small text-text-subtle">Nothing was changed.</p>}
      {state !== 'refused' && (
        <section aria-label={`Proposal: ${asked}`} className="overflow-clip rounded-lg border">
          <div className="flex items-center gap-2 bg-sunken px-3 py-1.5">
            <h3 className="font-semibold text-base">{isOpen ? 'Proposed' : 'Changes'}</h3>
            <span className="flex-1 text-small text-text-muted">{count}</span>
            {isOpen && (
              <SegmentedControl
                label="The app on the canvas"
                value={chat.looked === id ? 'preview' : 'current'}
                segments={[
                  { value: 'current', label: 'Current' },
                  { value: 'preview', label: 'Preview' },
                ]}
                onChange={(to) => chat.look(to === 'preview' ? id : null)}
              />
            )}
            {!isOpen && (
              <Badge tone={state === 'applied' ? 'success' : 'neutral'}>{settledWords[state]}</Badge>
            )}
          </div>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
            tabIndex={0}
            aria-label={isOpen ? 'What would change' : 'What was proposed'}
            className="max-h-110 overflow-y-auto focus-visible:-outline-offset-2"
          >
            {groupedChanges(changes).map((one) => (
              <ChangeGroup key={one.group} {...one} />
            ))}
          </section>
          {isOpen && problems !== undefined && <Checked problems={problems} />}
          {isOpen && chat.looked === id && chat.lookError !== null && (
            <p role="alert" className="border-t px-3 py-2 text-danger-text text-small">
              {errorText(chat.lookError)}
            </p>
          )}
          {isOpen && (
            <div className="flex flex-wrap items-center gap-2 border-t px-3 py-3">
              <span className="flex-1 text-small text-text-muted">One step in undo</span>
              <Button disabled={chat.settling !== null} onClick={() => chat.discard(id)}>
                Discard
              </Button>
              <Button
                variant="primary"
                loading={chat.settling === id}
                disabled={chat.settling !== null}
                onClick={() => chat.apply(id)}
              >
                Apply {count}
              </Button>
            </div>
          )}
        </section>
      )}
    </li>
  );
}
