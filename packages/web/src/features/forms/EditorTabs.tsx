import { Badge, SegmentedControl } from '@weft/ui';
import { TabRow } from '../../editor/TabRow.tsx';
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
    return (
      <p className="shrink-0 border-b px-4 py-2 text-small text-text-subtle">
        {isEvent ? 'Bookings' : 'Results'}. {resultsOnly}
      </p>
    );
  const badge = unread > 0 && (
    <span className="ms-2">
      <Badge tone={tab === 'results' ? 'accent' : 'neutral'}>{cappedCount(unread)} new</Badge>
    </span>
  );
  return (
    <TabRow
      label="Form"
      tab={tab}
      tabs={tabs.map(({ name, label }) => ({
        ...{ name, label, to: paths.editor(flowId, name) },
        ...(name === 'results' && { badge }),
      }))}
    >
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
    </TabRow>
  );
}
