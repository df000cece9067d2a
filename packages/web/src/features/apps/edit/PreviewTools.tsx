import { SegmentedControl } from '@weft/ui';
import { Monitor, Smartphone } from 'lucide-react';
import type { AppEditing } from '../app-editing.ts';
import { PersonPicker } from './PersonPicker.tsx';
import type { PreviewAs } from './preview-as.ts';

interface PreviewToolsProps {
  readonly editing: AppEditing;
  readonly as: PreviewAs;
  readonly device: 'desktop' | 'phone';
  readonly onAs: (as: PreviewAs) => void;
  readonly onDevice: (device: 'desktop' | 'phone') => void;
}

/** Through whose eyes the draft is looked at, and on which device. */
export function PreviewTools({ editing, as, device, onAs, onDevice }: PreviewToolsProps) {
  const { users } = editing.app;
  return (
    <div className="flex items-center gap-2 self-center">
      {users !== null && (
        <>
          <span className="text-base text-text-muted max-[1279px]:sr-only">Preview as</span>
          <PersonPicker {...{ editing, as, onAs }} />
        </>
      )}
      <SegmentedControl
        label="Device"
        value={device}
        segments={[
          { value: 'desktop', label: 'Desktop', icon: Monitor },
          { value: 'phone', label: 'Phone', icon: Smartphone },
        ]}
        onChange={onDevice}
      />
    </div>
  );
}
