import type { IconType } from '@weft/ui';
import { Braces, Table2 } from 'lucide-react';

/** What is in the catalogue without a connection: it is set up in a form itself. */
export interface OwnService {
  readonly type: 'rest' | 'databases';
  readonly label: string;
  readonly purpose: string;
  readonly categories: readonly string[];
  /** Its place among the popular ones; null: it is none. */
  readonly popular: number | null;
  readonly icon: IconType;
}

export const ownServices: readonly OwnService[] = [
  {
    ...{ type: 'rest', label: 'REST', purpose: 'Call any HTTP address', icon: Braces },
    ...{ categories: [], popular: 8 },
  },
  {
    ...{ type: 'databases', label: 'Weft tables', purpose: 'Add or change records', icon: Table2 },
    ...{ categories: ['database'], popular: null },
  },
];

/** Services that connect many others, and begin with a message of a webhook of ours. */
export const thirdParties = [
  {
    ...{ name: 'Zapier', purpose: 'Send responses to a Zap' },
    steps:
      'In Zapier, make a Zap that begins with ‘Webhooks by Zapier’, event ‘Catch Raw Hook’, and copy its address.',
  },
  {
    ...{ name: 'Make', purpose: 'Start a scenario' },
    steps: 'In Make, begin a scenario with the module ‘Webhooks: Custom webhook’, and copy its address.',
  },
  {
    ...{ name: 'Relay.app', purpose: 'Start a workflow' },
    steps: 'In Relay.app, begin a workflow with the trigger ‘Custom webhook’, and copy its address.',
  },
] as const;

export type ThirdParty = (typeof thirdParties)[number];
