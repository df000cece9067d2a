import { classSignUp, clubApp, equipmentLoans, jobBoard, publicRoadmap } from './communities.ts';
import { clientPortal, helpDesk, orderPortal, supplierPortal, tenantPortal } from './portals.ts';
import type { AppTemplate } from './template.ts';

/** THE list of templates of apps, in the order they are offered. */
export const appTemplates: readonly AppTemplate[] = [
  clientPortal,
  orderPortal,
  helpDesk,
  jobBoard,
  classSignUp,
  clubApp,
  tenantPortal,
  equipmentLoans,
  supplierPortal,
  publicRoadmap,
];
