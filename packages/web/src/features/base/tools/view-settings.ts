import type { Table, View, ViewConfig } from '@weft/core';
import type { BaseSession } from '../base-session.ts';

/** Changes what a view does; changes right after each other are one step of undo. */
export const changeView = (
  session: BaseSession,
  { id: tableId }: Table,
  { id: viewId }: View,
  config: Partial<ViewConfig>,
  groupId?: string,
): boolean => session.act('UPDATE_VIEW_SETTINGS', { tableId, viewId, config }, groupId);
