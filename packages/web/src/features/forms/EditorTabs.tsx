import { Link } from '@tanstack/react-router';
import { Badge, cx, SegmentedControl } from '@weft/ui';
import { paths } from '../../paths.ts';
import type { EditorTab, EditView, TabOf } from './editor-tabs.ts';
import { cappedCount, useSessionCounts } from './session-counts.ts';

export interface EditorTabsProps {
  readonly flowId: string;
  readonly tab: EditorTab;
  readonly tabs: readonly TabOf[];
  /** The form is booked: its questions are a view beside the event. */
  readonly isEvent: boolean;
  readonly view: EditView;
  readonly onView: (view: EditView) => void;
  /** On a phone, and for who may only read, there is nothing but the results: the reason, in place of the tabs. */
  readonly resultsOnly: string | null;
}

/** The tab row: the active tab is a piece of the surface below it. */
export function EditorTabs({ flowId, tab, tabs, isEvent, view, onView, resultsOnly }: EditorTabsProps) {
  const unread = useSessionCounts(flowId)?.unreadCount ?? 0;
  if (resultsOnly !== null)
    return <p className="shrink-0 border-b px-4 py-2 text-small text-text-subtle">Results. {resultsOnly}</p>;
  return (
    <nav
      aria-label="Form"
      className="flex h-(--w-tabbar) shrink-0 items-end gap-1 px-3 shadow-[inset_0_-1px_var(--w-line)]"
    >
      {tabs.map(({ name, label }) => (
        <Link
          key={name}
          to={paths.editor(flowId, name)}
          aria-current={name === tab ? 'page' : undefined}
          className={cx(
            'flex h-9 items-center rounded-t-md px-3.5 font-medium text-base focus-visible:-outline-offset-2',
            name === tab
              ? 'border border-b-surface bg-surface text-text'
              : 'border border-transparent text-text-muted hover:text-text',
          )}
        >
          {label}
          {name === 'results' && unread > 0 && !isEvent && (
            <span className="ms-2">
              <Badge tone={name === tab ? 'accent' : 'neutral'}>{cappedCount(unread)} new</Badge>
            </span>
          )}
        </Link>
      ))}
      <span className="flex-1" />
      {tab === 'edit' && isEvent && (
        <span className="self-center">
          <SegmentedControl
            label="View"
            value={view === 'questions' || view === 'times' ? view : 'pages'}
            segments={[
              { value: 'pages', label: 'Event' },
              { value: 'questions', label: 'Questions' },
              { value: 'times', label: 'Times' },
            ]}
            onChange={onView}
          />
        </span>
      )}
      {tab === 'edit' && !isEvent && (view === 'pages' || view === 'logic') && (
        <span className="self-center">
          <SegmentedControl
            label="View"
            value={view}
            segments={[
              { value: 'pages', label: 'Pages' },
              { value: 'logic', label: 'Logic' },
            ]}
            onChange={onView}
          />
        </span>
      )}
    </nav>
  );
}
