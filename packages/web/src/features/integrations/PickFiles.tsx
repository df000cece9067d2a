import { Button, toast } from '@weft/ui';
import { FilePlus2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { paths } from '../../paths.ts';
import { type PickedFile, pickedChannel } from './google-picker.ts';

interface PickFilesProps {
  readonly serviceId: string;
  /** One file at least was chosen: the connection reaches them from now on. */
  readonly onPicked: (files: readonly PickedFile[]) => void;
}

/** Opens Google's own dialog, where a person chooses which of their files a connection reaches. */
export function PickFiles({ serviceId, onPicked }: PickFilesProps) {
  const latest = useRef(onPicked);
  latest.current = onPicked;
  useEffect(() => {
    const channel = new BroadcastChannel(pickedChannel(serviceId));
    channel.addEventListener('message', ({ data }: MessageEvent<readonly PickedFile[]>) => {
      if (data.length > 0) latest.current(data);
    });
    return () => channel.close();
  }, [serviceId]);
  const open = () => {
    const shown = window.open(paths.googlePicker(serviceId), 'google-picker', 'popup,width=1060,height=720');
    if (shown === null)
      toast('Your browser blocked the window of Google: allow it, and try again', { tone: 'error' });
  };
  return (
    <Button icon={FilePlus2} className="self-start" onClick={open}>
      Choose files at Google
    </Button>
  );
}
