import { applicants } from './applicants.ts';
import { clientProjects } from './client-projects.ts';
import { clubMembers } from './club-members.ts';
import { contentCalendar } from './content-calendar.ts';
import { courseSignups } from './course-signups.ts';
import { equipment } from './equipment.ts';
import { eventPlan } from './event-plan.ts';
import { expenses } from './expenses.ts';
import { inventory } from './inventory.ts';
import { invoices } from './invoices.ts';
import { issueTracker } from './issue-tracker.ts';
import { meetingNotes } from './meeting-notes.ts';
import { orders } from './orders.ts';
import { productRoadmap } from './product-roadmap.ts';
import { projectTracker } from './project-tracker.ts';
import { recipes } from './recipes.ts';
import { rentals } from './rentals.ts';
import { researchLibrary } from './research-library.ts';
import { salesPipeline } from './sales-pipeline.ts';
import { supportTickets } from './support-tickets.ts';
import { teamDirectory } from './team-directory.ts';
import type { BaseTemplate } from './template.ts';
import { timeOff } from './time-off.ts';
import { travelPlan } from './travel-plan.ts';
import { userInterviews } from './user-interviews.ts';

/** THE list of templates, as the gallery shows it: by category, the most wanted ones first. */
export const baseTemplates: readonly BaseTemplate[] = [
  projectTracker,
  issueTracker,
  productRoadmap,
  meetingNotes,
  inventory,
  equipment,
  salesPipeline,
  orders,
  supportTickets,
  clientProjects,
  applicants,
  teamDirectory,
  timeOff,
  invoices,
  expenses,
  rentals,
  contentCalendar,
  eventPlan,
  courseSignups,
  researchLibrary,
  userInterviews,
  recipes,
  clubMembers,
  travelPlan,
];
