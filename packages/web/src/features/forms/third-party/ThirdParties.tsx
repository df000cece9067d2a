import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Content } from '@weft/documents';
import { fieldsOf, isEvent, questionsOf, titleOf } from '@weft/forms';
import { type ReactNode, useMemo } from 'react';
import { paths } from '../../../paths.ts';
import { formWords, type IntegrationHost } from './host.ts';
import { IntegrationsFrame } from './IntegrationsFrame.tsx';

interface ThirdPartiesProps {
  readonly flowId: string;
  readonly content: Content;
  /** Our own databases and webhooks. */
  readonly children: ReactNode;
}

/** Everything a form writes to. */
export function ThirdParties({ flowId, content, children }: ThirdPartiesProps) {
  const { view, connected, connectError, otherAccount } = useSearch({
    from: '/editor/$flowId/$tab/{-$answerId}',
  });
  const navigate = useNavigate();
  const host = useMemo((): IntegrationHost => {
    const asked = fieldsOf(questionsOf(content));
    return {
      ...{ flowId, title: titleOf(content), words: formWords, hasForm: true },
      asked: () => asked,
      address: (of) => `${paths.editor(flowId, 'integrations')}?view=${encodeURIComponent(of)}`,
    };
  }, [flowId, content]);
  return (
    <IntegrationsFrame
      {...{ host, view, connected, connectError, otherAccount }}
      hasTags={!isEvent(content)}
      onGo={(next) =>
        void navigate({
          to: paths.editor(flowId, 'integrations'),
          search: next === null ? {} : { view: next },
        })
      }
    >
      {children}
    </IntegrationsFrame>
  );
}
