import { SegmentedControl } from '@weft/ui';
import { Monitor, Smartphone } from 'lucide-react';

interface PreviewToolsProps {
  readonly device: 'desktop' | 'phone';
  readonly onDevice: (device: 'desktop' | 'phone') => void;
}

/** On which device the draft is looked at. */
export function PreviewTools({ device, onDevice }: PreviewToolsProps) {
  return (
    <div className="flex items-center gap-2 self-center">
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
