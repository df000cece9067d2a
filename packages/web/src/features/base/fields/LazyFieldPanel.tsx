import { lazyPart, type PartOnItsWay } from '@weft/ui';
import { PartNotice } from '../../../shell/PartNotice.tsx';
import type { FieldPanelProps } from './FieldPanel.tsx';
import { PanelFrame } from './PanelFrame.tsx';

function Meanwhile({ fieldId, onClose, part }: FieldPanelProps & { readonly part: PartOnItsWay }) {
  return (
    <PanelFrame title={fieldId === null ? 'Add field' : 'Edit field'} onClose={() => onClose()}>
      <div className="p-4">
        <PartNotice what="The settings of a field" part={part} />
      </div>
    </PanelFrame>
  );
}

/** The panel of a field, fetched when it is asked for. */
export const LazyFieldPanel = lazyPart<FieldPanelProps>(
  () => import('./FieldPanel.tsx').then((part) => part.FieldPanel),
  Meanwhile,
);
