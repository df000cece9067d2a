import type { ComponentProps } from 'react';
import { ImagePicker as AnyImagePicker } from '../../editor/ImagePicker.tsx';
import { sendFile } from '../../transfers.ts';

interface ImagePickerProps extends Omit<ComponentProps<typeof AnyImagePicker>, 'upload'> {
  readonly flowId: string;
}

/** An image of the form. */
export function ImagePicker({ flowId, ...rest }: ImagePickerProps) {
  return (
    <AnyImagePicker
      {...rest}
      upload={async (file, onProgress) => {
        const answer = await sendFile('POST /v1/forms/:flowId/images', file, {
          path: { flowId },
          onProgress,
        });
        return answer.image;
      }}
    />
  );
}
