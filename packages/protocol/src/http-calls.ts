import type { z } from 'zod';
import { accountCalls } from './accounts/account-calls.ts';
import { invitationCalls } from './accounts/invitation-calls.ts';
import { organizationCalls } from './accounts/organization-calls.ts';
import { peopleCalls } from './accounts/people-calls.ts';
import { settingCalls } from './accounts/setting-calls.ts';
import { signInCalls } from './accounts/sign-in-calls.ts';
import { appFileCalls } from './apps/app-file-calls.ts';
import { appPageCalls } from './apps/app-page-calls.ts';
import { exportCalls } from './bases/export-calls.ts';
import { schemaCalls } from './creation/schema-calls.ts';
import { templateCalls } from './creation/template-calls.ts';
import { fileCalls } from './files/file-calls.ts';
import { flowCalls } from './flows/flow-calls.ts';
import { flowJobCalls } from './flows/flow-job-calls.ts';
import { flowMenuCalls } from './flows/flow-menu-calls.ts';
import { notificationCalls } from './flows/notification-calls.ts';
import { previewCalls } from './flows/preview-calls.ts';
import { workspaceCalls } from './flows/workspace-calls.ts';
import { domainHttpCalls } from './forms/domain-calls.ts';
import { formDataCalls } from './forms/form-data-calls.ts';
import { paymentExportCalls } from './forms/payment-calls.ts';
import { publicFormCalls } from './forms/public-form-calls.ts';
import { newTargetCalls } from './integrations/new-target-calls.ts';
import { serviceCalls } from './integrations/service-calls.ts';
import { operationCalls } from './operations/operation-calls.ts';
import { availabilityCalls } from './scheduling/availability-calls.ts';
import { bookingPageCalls } from './scheduling/booking-page-calls.ts';
import { calendarCalls } from './scheduling/calendar-calls.ts';

/**
 * THE list: every call outside /rpc, by method and path. The server's routes, the web's calls, the scopes of tokens, the
 * description of the API, the access table and the fuzz are all typed or made from it.
 */
export const httpCalls = {
  ...signInCalls,
  ...accountCalls,
  ...peopleCalls,
  ...organizationCalls,
  ...invitationCalls,
  ...settingCalls,
  ...flowCalls,
  ...flowMenuCalls,
  ...templateCalls,
  ...schemaCalls,
  ...flowJobCalls,
  ...notificationCalls,
  ...previewCalls,
  ...workspaceCalls,
  ...exportCalls,
  ...appFileCalls,
  ...fileCalls,
  ...publicFormCalls,
  ...appPageCalls,
  ...domainHttpCalls,
  ...formDataCalls,
  ...paymentExportCalls,
  ...availabilityCalls,
  ...bookingPageCalls,
  ...serviceCalls,
  ...newTargetCalls,
  ...calendarCalls,
  ...operationCalls,
} as const;

type Calls = typeof httpCalls;
export type HttpRoute = keyof Calls;

/** As JSON that nobody changes. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;

type PartOf<R extends HttpRoute, Name extends string> =
  Calls[R] extends Readonly<Record<Name, infer Part>> ? Part : undefined;

/** Calls that answer JSON; the others answer files and texts. */
export type JsonRoute = {
  [R in HttpRoute]: Calls[R]['answer'] extends z.ZodType ? R : never;
}[HttpRoute];

/** Calls whose body is a file. */
export type UploadRoute = {
  [R in JsonRoute]: Calls[R] extends { readonly upload: true } ? R : never;
}[JsonRoute];

/** A table, not a condition, so that the compiler keeps literals of what a handler answers. */
type HttpAnswers = {
  [R in JsonRoute]: Calls[R]['answer'] extends z.ZodType<infer Answer> ? Frozen<Answer> : never;
};
export type HttpAnswer<R extends JsonRoute> = HttpAnswers[R];

type Sent<Part> = Part extends z.ZodType ? Frozen<z.input<Part>> : undefined;
type Read<Part> = Part extends z.ZodType ? z.output<Part> : undefined;

/** What a caller sends, before defaults are filled in. */
export type HttpBody<R extends HttpRoute> = Sent<PartOf<R, 'body'>>;
export type HttpQuery<R extends HttpRoute> = Sent<PartOf<R, 'query'>>;
/** What a handler receives, after it was read. */
export type ReadBody<R extends HttpRoute> = Read<PartOf<R, 'body'>>;
export type ReadQuery<R extends HttpRoute> = Read<PartOf<R, 'query'>>;
/** The parts of the path by name. */
export type HttpPath<R extends HttpRoute> =
  PartOf<R, 'path'> extends object
    ? { readonly [Name in keyof PartOf<R, 'path'> & string]: string }
    : undefined;
