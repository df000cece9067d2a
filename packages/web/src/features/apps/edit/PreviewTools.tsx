import { SegmentedControl, Select } from '@weft/ui';
import { Monitor, Smartphone, UserRound } from 'lucide-react';
import type { AppEditing } from '../app-editing.ts';
import type { PreviewAs } from './preview-as.ts';

interface PreviewToolsProps {
  readonly editing: AppEditing;
  /** Whoever it can be. */
  readonly people: readonly NonNullable<PreviewAs>[];
  readonly as: PreviewAs;
  readonly device: 'desktop' | 'phone';
  readonly onAs: (as: PreviewAs) => void;
  readonly onDevice: (device: 'desktop' | 'phone') => void;
}

const visitor = 'visitor';

/** Through whose eyes the draft is looked at, and on which device. */
export function PreviewTools({ editing, people, as, device, onAs, onDevice }: PreviewToolsProps) {
  const { users } = editing.app;
  return (
    <div className="flex items-center gap-2 self-center">
      {users !== null && (
        <>
          <span className="text-base text-text-muted max-[1279px]:sr-only">Preview as</span>
          <span className="w-52">
            <Select
              size="sm"
              label="Preview as"
              value={as?.recordId ?? visitor}
              options={[
                { value: visitor, label: 'Somebody not signed in', icon: UserRound },
                ...people.map(({ recordId, name, email }) => ({
                  ...{ value: recordId, label: name || email },
                  ...(name !== '' && { hint: email }),
                })),
              ]}
              onChange={(chosen) => onAs(people.find(({ recordId }) => recordId === chosen) ?? null)}
            />
          </span>
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
