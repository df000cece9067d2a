import type { AppEditing } from '../app-editing.ts';
import type { AppSession, AppState } from '../app-session.ts';

/** What every part of the settings is given. */
export interface SettingsProps {
  readonly session: AppSession;
  readonly state: AppState;
  readonly editing: AppEditing;
}
