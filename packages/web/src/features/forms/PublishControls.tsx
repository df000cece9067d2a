import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { formProblems, formWarnings, ownStylesProblem, questionsOf, questionType } from '@weft/forms';
import { Button, Menu, toast } from '@weft/ui';
import { ChevronDown, ExternalLink, History, Unplug } from 'lucide-react';
import { UnpublishedChanges } from '../../editor/UnpublishedChanges.tsx';
import { paths } from '../../paths.ts';
import { copyText } from '../../shell/copy-text.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import type { FormSession, FormState } from './form-session.ts';
import { accountQuery } from './payments/payment-queries.ts';
import { useOwnStyleFaults } from './use-own-style-faults.ts';

export interface PublishControlsProps {
  readonly session: FormSession;
  readonly state: FormState;
  readonly onVersions: () => void;
  /** Leads to the block that keeps the form from being published; null: to the form. */
  readonly onProblem: (blockId: string | null) => void;
}

/** The one primary button of the editor, and what else can be done with what is published. */
export function PublishControls({ session, state, onVersions, onProblem }: PublishControlsProps) {
  const { busy, submit } = useSubmission({ toasts: true });
  const { published, changes, content, publicIdentifier } = state;
  const { faults } = useOwnStyleFaults(content);
  const [problem] = [...formProblems(content), ...faults.map(ownStylesProblem)];
  const why = problem?.text ?? null;
  const costs = questionsOf(content).some(({ type }) => questionType(type).takesPayment === true);
  const { data: account } = useQuery({ ...accountQuery(session.flowId), enabled: costs });
  const isUnpaid = costs && account === null;
  const navigate = useNavigate();
  // It can be published all the same.
  const [warning] = formWarnings(content);
  const told = problem ?? warning;
  const nothingNew = published !== null && changes.length === 0;
  const publish = () =>
    submit(async () => {
      await session.publish();
      const address = new URL(paths.published(publicIdentifier), location.href).href;
      toast('Published', { action: { label: 'Copy link', onSelect: () => void copyText(address) } });
    });
  const unpublish = () =>
    submit(async () => {
      await session.unpublish();
      toast('Unpublished. Answers and versions are kept');
    });
  return (
    <>
      {problem === undefined && isUnpaid && !nothingNew ? (
        <button
          type="button"
          className="min-w-0 truncate rounded-md px-2 text-start text-base text-warning-text underline-offset-2 hover:underline max-sm:sr-only"
          onClick={() =>
            void navigate({ to: paths.editor(session.flowId, 'settings'), hash: 'stripe-account' })
          }
        >
          Choose the Stripe account that is paid
        </button>
      ) : told === undefined || nothingNew ? (
        <UnpublishedChanges state={state} />
      ) : (
        <button
          type="button"
          title={told.text}
          className="min-w-0 truncate rounded-md px-2 text-start text-base text-warning-text underline-offset-2 hover:underline max-sm:sr-only"
          onClick={() => onProblem(told.blockId)}
        >
          {told.text}
        </button>
      )}
      <div className="ms-1 flex shrink-0">
        <Button
          variant="primary"
          className="rounded-e-none"
          loading={busy}
          disabled={why !== null || isUnpaid || nothingNew}
          onClick={() => void publish()}
        >
          {busy ? 'Publishing' : 'Publish'}
        </Button>
        <Menu
          align="end"
          width={200}
          trigger={
            <Button
              variant="primary"
              aria-label="More about publishing"
              icon={ChevronDown}
              className="rounded-s-none border-on-accent/30 border-s px-2"
            />
          }
          items={[
            {
              label: 'Open published form',
              icon: ExternalLink,
              disabled: published === null,
              reason: 'Publish it first',
              onSelect: () => void open(paths.published(publicIdentifier), '_blank', 'noopener'),
            },
            { label: 'Versions', icon: History, onSelect: onVersions },
            'separator',
            {
              label: 'Unpublish',
              icon: Unplug,
              disabled: published === null,
              reason: 'It is not published',
              onSelect: () => void unpublish(),
            },
          ]}
        />
      </div>
    </>
  );
}
