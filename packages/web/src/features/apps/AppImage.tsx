import type { ComponentProps } from 'react';
import { ImagePicker } from '../../editor/ImagePicker.tsx';
import { sendFile } from '../../transfers.ts';

interface AppImageProps extends Omit<ComponentProps<typeof ImagePicker>, 'upload'> {
  readonly flowId: string;
}

/** An image of the app. */
export function AppImage({ flowId, ...rest }: AppImageProps) {
  return (
    <ImagePicker
      {...rest}
      upload={async (file, onProgress) => {
        const path = { flowId };
        return (await sendFile('POST /v1/apps/:flowId/images', file, { path, onProgress })).image;
      }}
    />
  );
}
