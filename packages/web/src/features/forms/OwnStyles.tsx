import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { longestCss } from '@weft/forms';
import { Banner, FormField, Textarea } from '@weft/ui';
import { setProp } from '../../editor/set-prop.ts';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { SettingRow } from '../../shell/SettingRow.tsx';
import type { FormSession, FormState } from './form-session.ts';
import { useOwnStyleFaults } from './use-own-style-faults.ts';

interface Props {
  readonly session: FormSession;
  readonly state: FormState;
}

/** Styles that the form's author writes, what is left out of them, and the draft as they make it look. */
export function OwnStyles({ session, state: { content } }: Props) {
  const { css, settled, faults, error } = useOwnStyleFaults(content);
  return (
    <SettingRow
      title="Own styles"
      hint="CSS for what stands in the form: ‘h1’, ‘.question’, ‘.control’, ‘.choice’, ‘button’. Colours of the theme are ‘var(--w-accent)’, ‘var(--w-text)’, ‘var(--w-surface)’."
    >
      <FormField label={`CSS, up to ${longestCss.toLocaleString('en-US')} characters`}>
        {(control) => (
          <Textarea
            {...control}
            className="font-mono text-small"
            rows={6}
            spellCheck={false}
            maxLength={longestCss}
            value={css}
            onChange={({ target: { value } }) =>
              session.edit(setProp(content, null, 'css', value === '' ? null : value), { typed: true })
            }
          />
        )}
      </FormField>
      <div role="status" className="mt-3">
        {faults.length > 0 && (
          <Banner tone="warning">
            This is left out, and until it is mended the form can’t be published:
            <ul className="mt-1 list-disc ps-5">
              {[...new Set(faults)].map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          </Banner>
        )}
        {error !== null && <Banner tone="danger">{errorText(error)}</Banner>}
      </div>
      {settled !== '' && <Preview session={session} css={settled} />}
    </SettingRow>
  );
}

/** The draft in a frame, opened anew with each change that is saved. */
function Preview({ session, css }: { readonly session: FormSession; readonly css: string }) {
  const { flowId } = session;
  const { data: shown, error } = useQuery({
    queryKey: ['styled-preview', flowId, css],
    queryFn: async () => {
      await session.saved();
      return css;
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  if (error !== null) return <Banner tone="danger">{errorText(error)}</Banner>;
  if (shown === undefined) return null;
  return (
    <iframe
      key={shown}
      title="Preview with these styles"
      src={paths.preview(flowId)}
      className="mt-3 h-80 w-full rounded-md border bg-surface"
    />
  );
}
