import type { ThirdParties } from '@weft/integrations';
import type { idMaker } from '@weft/std';
import type { Logger } from 'pino';
import type { Ai } from './ai/ai.ts';
import type { ControlDatabase } from './control.ts';
import type { AccountsModule } from './features/accounts/module.ts';
import type { BasesModule } from './features/bases/module.ts';
import type { FlowsModule } from './features/flows/module.ts';
import type { CaptchaServices } from './features/forms/captcha-services.ts';
import type { FormsModule } from './features/forms/module.ts';
import type { ImportsModule } from './features/imports/module.ts';
import type { CalendarsModule } from './features/scheduling/calendars/module.ts';
import type { ConcurrencyLimit } from './http/concurrency-limit.ts';
import type { RequestPatience } from './http/request-limits.ts';
import type { Backups } from './operations/backups.ts';
import type { HousekeepingDeps } from './operations/housekeeping.ts';
import type { Settings } from './settings.ts';

interface ServerParts {
  readonly settings: Settings;
  readonly newId: ReturnType<typeof idMaker>;
  readonly concurrency: ConcurrencyLimit;
  /** Null: the server has no language model. */
  readonly ai: Ai | null;
  readonly accounts: AccountsModule;
  readonly flows: FlowsModule;
  readonly bases: BasesModule;
  readonly forms: FormsModule;
  readonly imports: ImportsModule;
  readonly calendars: CalendarsModule;
  readonly housekeeping: HousekeepingDeps;
  readonly backups: Backups;
}

export interface RunningServer {
  /** Where it answers: `http://HOST:PORT`. */
  readonly url: string;
  /** What it is made of, for tests and commands of this process. */
  readonly parts: ServerParts;
  /** `METHOD path` of everything it answers. */
  readonly routes: readonly string[];
  readonly control: ControlDatabase;
  readonly close: () => Promise<void>;
}

export interface StartOptions {
  readonly log?: Logger;
  /** The built web application. */
  readonly webFolder?: string;
  /** The built files of published pages. */
  readonly publicFolder?: string;
  /** Milliseconds to wait for another process to let go of the data folder. */
  readonly patience?: number;
  /** With requests that are slow; a test has less of it. */
  readonly requestPatience?: RequestPatience;
  /** Where captchas are; a test has its own. */
  readonly captchas?: CaptchaServices;
  /** Third-party services; a test has some of its own. */
  readonly thirdParties?: ThirdParties;
  /** Epoch milliseconds; a test has a clock of its own. */
  readonly now?: () => number;
}
