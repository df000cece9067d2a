import type { Content } from '@weft/documents';
import { type Choice, longestAlt } from '@weft/forms';
import { TextInput } from '@weft/ui';
import { setProp } from '../../editor/set-prop.ts';
import type { FormSession } from './form-session.ts';
import { ImagePicker } from './ImagePicker.tsx';

export interface ChoicePicturesProps {
  readonly session: FormSession;
  readonly content: Content;
  readonly choices: readonly Choice[];
}

/** The picture of each choice, and what it shows. */
export function ChoicePictures({ session, content, choices }: ChoicePicturesProps) {
  return (
    <section aria-label="Pictures" className="border-t pt-4">
      <h3 className="mb-1 font-semibold text-base">Pictures</h3>
      <p className="mb-3 text-base text-text-muted">
        Say what each shows: it is read out to people who do not see it.
      </p>
      <ul className="flex flex-col gap-4">
        {choices.map(({ id, label, image, alt }) => (
          <li key={id} className="flex flex-col gap-2">
            <span className="truncate font-medium text-base">{label || 'No label yet'}</span>
            <ImagePicker
              flowId={session.flowId}
              image={image}
              noun={`the picture of ${label}`}
              isSmall
              onChange={(chosen) => session.edit(setProp(content, id, 'image', chosen))}
            />
            <TextInput
              size="sm"
              aria-label={`What the picture of ${label} shows`}
              placeholder="What it shows"
              value={alt ?? ''}
              maxLength={longestAlt}
              autoComplete="off"
              onChange={({ target }) =>
                session.edit(setProp(content, id, 'alt', target.value || null), { typed: true })
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
