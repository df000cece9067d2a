import { Icon, type IconType, Tooltip } from '@weft/ui';
import { LayoutTemplate, Lock, StickyNote, Users } from 'lucide-react';
import type { Flow } from '../../api.ts';

function Mark({ icon, text }: { readonly icon: IconType; readonly text: string }) {
  return (
    <Tooltip content={text}>
      <span role="img" aria-label={text} className="relative z-1 inline-flex shrink-0 text-text-subtle">
        <Icon of={icon} size={14} />
      </span>
    </Tooltip>
  );
}

/** What is known of a flow besides its name: that it is locked, a template, noted, or somebody else's. */
export function FlowMarks({ flow }: { readonly flow: Flow }) {
  const { locked, cloneableTemplateId, internalNote, seenAs, owner } = flow;
  return (
    <>
      {locked && <Mark icon={Lock} text="Locked" />}
      {cloneableTemplateId !== null && <Mark icon={LayoutTemplate} text="Template" />}
      {internalNote !== null && <Mark icon={StickyNote} text={internalNote} />}
      {seenAs !== null && (
        <Mark
          icon={Users}
          text={
            seenAs === 'admin'
              ? `You can see ${owner.firstName}'s forms because you're an admin`
              : `You're a collaborator on ${owner.firstName}'s form`
          }
        />
      )}
    </>
  );
}
