import type { AnswerField } from '@weft/forms';
import { createContext, useContext } from 'react';

/** What runs integrations as its editor speaks of it. */
interface HostWords {
  /** What is written with. */
  readonly host: string;
  /** What is written. */
  readonly answer: string;
  /** A part of that, which is matched to a field. */
  readonly question: string;
  /** When it is written. */
  readonly when: string;
  /** What is written where nothing is changed. */
  readonly asIs: string;
  /** What is written without conditions. */
  readonly every: string;
}

/** What integrations are set up for: a form, or an app. */
export interface IntegrationHost {
  readonly flowId: string;
  readonly title: string;
  readonly words: HostWords;
  /** What conditions may ask about; of an app, for integrations about a table, or about none. */
  readonly asked: (tableId: string | undefined) => readonly AnswerField[];
  /** Whether pages to fill in can be tagged, and answers filled into PDFs. */
  readonly hasForm: boolean;
  /** The address of a view of the integrations. */
  readonly address: (view: string) => string;
}

export const formWords: HostWords = {
  host: 'form',
  answer: 'answer',
  question: 'question',
  when: 'A response is submitted',
  asIs: 'As answered',
  every: 'For every response',
};

/** A word as a sentence begins with it. */
export const begun = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const HostContext = createContext<IntegrationHost | null>(null);

/** What the integrations around are set up for. */
export function useHost(): IntegrationHost {
  const host = useContext(HostContext);
  if (host === null) throw new Error('Integrations stand in what runs them');
  return host;
}
