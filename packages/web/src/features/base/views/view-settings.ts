import type { Table, View, ViewConfig } from '@weft/core';
import type { BaseSession } from '../open/base-session.ts';

/** Changes a view's settings; changes in quick succession merge into one step of undo. */
export const changeView = (
  session: BaseSession,
  { id: tableId }: Table,
  { id: viewId }: View,
  config: Partial<ViewConfig>,
  groupId?: string,
): boolean => session.act('UPDATE_VIEW_SETTINGS', { tableId, viewId, config }, groupId);
