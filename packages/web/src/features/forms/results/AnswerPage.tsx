import { type FieldEnv, mayEditBase, type Table, type View } from '@weft/core';
import type { Content } from '@weft/documents';
import { answerIdsOf, certificateOf, fieldsOf, questionsOf } from '@weft/forms';
import type { Cell } from '@weft/history';
import { IconButton, Menu, toast } from '@weft/ui';
import { ArrowLeft, Ellipsis, Link, Star, Tags, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { copyText } from '../../../shell/copy-text.ts';
import { usePhoneFormat } from '../../base/fields/phone-format.ts';
import type { BaseSession, BaseState } from '../../base/open/base-session.ts';
import { MissingRecord } from '../../base/record/MissingRecord.tsx';
import { RecordFields } from '../../base/record/RecordFields.tsx';
import { RecordHistory } from '../../base/record/RecordHistory.tsx';
import { RecordSteps } from '../../base/record/RecordSteps.tsx';
import { useRecord } from '../../base/record/use-record.ts';
import { gridActions } from '../../base/views/grid-actions.ts';
import { answerItems } from './answer-items.ts';
import { Marks } from './marks.ts';
import { SentOfAnswer } from './SentOfAnswer.tsx';
import { TagsDialog } from './TagsDialog.tsx';

export interface AnswerPageProps {
  readonly session: BaseSession;
  readonly state: BaseState;
  readonly flowId: string;
  readonly table: Table;
  readonly view: View;
  readonly recordId: string;
  /** What the form asks now. */
  readonly content: Content;
  readonly fixedFieldIds: ReadonlySet<string>;
  readonly onGo: (recordId: string) => void;
  readonly onClose: () => void;
}

/** The fields as the form asks: the moment and the marks first, what it does not ask last, under a heading of its own. */
function asAsked(view: View, flowId: string, { fields }: Table, content: Content): View {
  const { submittedId, starredId, tagsId, scoreId, verifiedId, languageId } = answerIdsOf(flowId);
  const own = [submittedId, starredId, tagsId, scoreId, verifiedId, languageId];
  const asked = fieldsOf(questionsOf(content)).map(({ id }) => id);
  const known = new Set([...own, ...asked]);
  const others = fields.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  const config = { ...view.config, orderedFieldIds: [...own, ...asked, ...others], hiddenFieldIds: others };
  return { ...view, config };
}

/** One answer as a page: every question with its answer, what was sent of it, and what was changed since. */
export function AnswerPage(props: AnswerPageProps) {
  const { session, state, flowId, table, view, recordId, content, fixedFieldIds, onGo, onClose } = props;
  const rows = session.client.rows(table.id, view.id);
  const found = useRecord(session, table, view, rows, recordId);
  const { record, row } = found;
  const formatPhone = usePhoneFormat();
  const { timeZone, locale } = session.env;
  const env = useMemo((): FieldEnv => ({ timeZone, locale, formatPhone }), [timeZone, locale, formatPhone]);
  const actions = useMemo(() => gridActions(session, table.id, view.id), [session, table.id, view.id]);
  const marks = useMemo(
    () => new Marks(session, flowId, table.id, view.id),
    [session, flowId, table.id, view.id],
  );
  const shownView = useMemo(() => asAsked(view, flowId, table, content), [view, flowId, table, content]);
  const [tagging, setTagging] = useState(false);
  const canEdit = mayEditBase(state.role);
  const commit = (fieldId: string, cell: Cell) =>
    actions.updateCell({ recordId, fieldId, before: record?.data[fieldId] ?? null, ...cell });
  const restore = (fieldId: string, cell: Cell) => {
    const field = table.fields.find(({ id }) => id === fieldId);
    if (field === undefined) return;
    commit(fieldId, cell);
    session.offerUndo(`${field.name} set back`);
  };
  const starred = record !== undefined && marks.isStarred(recordId);
  const remove = () => {
    if (!session.act('BULK_DELETE_RECORDS', { tableId: table.id, recordIds: [recordId] })) return;
    onClose();
    session.offerUndo('1 answer deleted');
  };
  return (
    <section aria-label="Answer" className="absolute inset-0 z-1 flex min-h-0 flex-col bg-surface">
      <div className="flex h-12 shrink-0 items-center gap-0.5 border-line-subtle border-b px-3">
        <IconButton icon={ArrowLeft} label="All answers" onClick={onClose} />
        <RecordSteps
          {...{ rows, row, locale, onGo }}
          noun="answer"
          placeText={(place) => (record === undefined ? '' : (place ?? 'Not in this list'))}
        />
        {canEdit && record !== undefined && (
          <>
            <IconButton
              icon={Star}
              label={starred ? 'Remove star' : 'Star this answer'}
              aria-pressed={starred}
              className={starred ? '[&_svg]:fill-star [&_svg]:text-star' : undefined}
              onClick={() =>
                void marks.star([recordId]).catch((error) => toast(errorText(error), { tone: 'error' }))
              }
            />
            <IconButton icon={Tags} label="Tags" onClick={() => setTagging(true)} />
          </>
        )}
        {record !== undefined && (
          <Menu
            align="end"
            trigger={<IconButton icon={Ellipsis} label="More" plain />}
            items={[
              ...answerItems(flowId, recordId, timeZone, certificateOf(content) !== null),
              {
                label: 'Copy link',
                icon: Link,
                onSelect: () =>
                  copyText(location.href)
                    ? toast('Link copied')
                    : toast('The browser did not allow copying.', { tone: 'error' }),
              },
              ...(canEdit
                ? [
                    'separator' as const,
                    { label: 'Delete answer', icon: Trash2, danger: true, onSelect: remove },
                  ]
                : []),
            ]}
          />
        )}
      </div>
      <div
        // Each answer begins at its top.
        key={recordId}
        className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto"
      >
        {record !== undefined && (
          <>
            <div className="min-w-0 flex-1 px-8 py-6 max-sm:px-4 lg:overflow-y-auto">
              <div className="mx-auto max-w-180">
                <RecordFields
                  {...{ table, record, env, canEdit, fixedFieldIds }}
                  view={shownView}
                  hiddenHeading="Not in the form now"
                  stacked
                  onCommit={commit}
                  linkSource={actions.linkSource}
                  cellFiles={actions.cellFiles}
                  onUpdateTemplate={actions.addOptions}
                />
              </div>
            </div>
            <div className="flex shrink-0 flex-col gap-8 border-line-subtle bg-canvas p-5 max-lg:border-t lg:w-76 lg:overflow-y-auto lg:border-s">
              {canEdit && <SentOfAnswer flowId={flowId} recordId={recordId} />}
              <RecordHistory
                {...{ session, state, table, record, env }}
                onRestore={canEdit ? restore : undefined}
              />
            </div>
          </>
        )}
        {record === undefined && (
          <MissingRecord {...{ found, onClose }} noun="answer" closeLabel="All answers" />
        )}
      </div>
      {tagging && (
        <TagsDialog
          {...{ session, flowId, table, marks }}
          recordIds={[recordId]}
          onClose={() => setTagging(false)}
        />
      )}
    </section>
  );
}
