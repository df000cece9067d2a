import { flowType } from '@weft/core';
import type { IconType } from '@weft/ui';
import { CalendarDays, ClipboardList, PanelsTopLeft, Table2 } from 'lucide-react';
import type { Flow } from '../api.ts';

/** The drawings of flow types' icons. */
const icons = { table: Table2, form: ClipboardList, calendar: CalendarDays, app: PanelsTopLeft } as const;

export const flowIcon = ({ type }: Pick<Flow, 'type'>): IconType =>
  icons[flowType(type).built?.icon ?? 'table'];
