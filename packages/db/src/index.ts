export type { BaseLoad, LinkPair } from './base/base-load.ts';
export type { BaseStore } from './base/base-store.ts';
export { Bases } from './bases.ts';
export { type AccountRows, accountRows } from './control/account-rows.ts';
export { AiUsage } from './control/ai-usage.ts';
export {
  type AnswerImport,
  AnswerImports,
  addAnswerImport,
  failAnswerImport,
  resumeAnswerImport,
  takeForeignAnswers,
} from './control/answer-imports.ts';
export {
  AppRows,
  type AppTurn,
  addTurns,
  settleTurn,
  writeSubdomain,
} from './control/app-rows.ts';
export {
  AppUsers,
  addAppCode,
  appCodeMinutes,
  appCodesPerHour,
  appSessionDays,
  noteAppInvitation,
} from './control/app-users.ts';
export { AuditRows } from './control/audit-rows.ts';
export { Availabilities, type UserAvailability } from './control/availabilities.ts';
export type { BookingLimit, StoredBooking, WantedTime } from './control/bookings/booking-rows.ts';
export {
  type BookingWait,
  BookingWaits,
  type NewWait,
  noteWaitBooked,
  noteWaitPaid,
} from './control/bookings/booking-waits.ts';
export { Bookings, keepHeld, noteCallFault, noteCallMade } from './control/bookings/bookings.ts';
export type {
  CalendarService,
  CalendarTarget,
  StoredCalendar,
  StoredEvent,
} from './control/calendar-rows.ts';
export {
  Calendars,
  calendarOwnersOf,
  forgetEventsOf,
  noteOwnerTold,
  secretOwnerOfCalendars,
} from './control/calendars.ts';
export type { Connection } from './control/connection-rows.ts';
export { Connections, secretOwnerOfConnection } from './control/connections.ts';
export { DeclaredConnectors, type DeclaredTile } from './control/declared-connectors.ts';
export { countMissingAnswers } from './control/deleted-answers.ts';
export {
  addDelivery,
  countDeliveries,
  Deliveries,
  type Delivery,
  deliveryQueue,
  hastenDeliveries,
  integrationQueue,
  type NewDelivery,
  noteDelivered,
  noteRefused,
  replayDelivery,
  replayFailedDeliveries,
  secretOwnerOfDelivery,
  sendDelivery,
  sendDeliveryLater,
  sendLimitedDelivery,
  type TargetLimit,
  takeBackDelivery,
} from './control/deliveries.ts';
export { DocumentFeed } from './control/document-feed.ts';
export {
  addDocument,
  addSnapshot,
  Documents,
  type Draft,
  editsAfter,
  hasEdits,
  lockDraft,
  lockSettings,
  type Published,
  type StoredSettings,
  showSnapshot,
  snapshotNumber,
  writeEdits,
  writeEnding,
  writePasswordHash,
  writeSettings,
} from './control/documents.ts';
export {
  claimAnswerFiles,
  type FileFacts,
  type FilePurpose,
  FileRows,
  type FileUse,
  giveCopies,
  giveToFlow,
  type NewFile,
  type StoredFile,
  unclaimAnswerFiles,
} from './control/files.ts';
export {
  type DomainFinding,
  domainGraceHours,
  type FlowDomain,
  FlowDomains,
  type ShownDomain,
  writeDomain,
  writeFinding,
} from './control/flow-domains.ts';
export { FlowFeed } from './control/flow-feed.ts';
export { endFlowJob, type FlowJob, FlowJobs, failFlowJob } from './control/flow-jobs.ts';
export { FlowMembers } from './control/flow-members.ts';
export type { Flow, FoundFlow } from './control/flow-rows.ts';
export { addFlow, type FlowEdit, type FlowOrder, Flows, removeFlow } from './control/flows.ts';
export { type FormCaptcha, secretOwnerOfCaptcha, writeCaptcha } from './control/form-captchas.ts';
export { addMailCode, FormMailCodes, mailCodeMinutes, mailCodeTries } from './control/form-mail-codes.ts';
export {
  addFinishedSessions,
  type FormSession,
  FormSessions,
  hasAnswered,
  writeFormSession,
  writeTakenChoices,
} from './control/form-sessions.ts';
export { type Hold, reserveStock, type Wanted } from './control/form-stock.ts';
export { FormViews } from './control/form-views.ts';
export {
  addWebhook,
  type FormWebhook,
  FormWebhooks,
  maxWebhooks,
  removeWebhook,
  secretOwnerOfWebhook,
} from './control/form-webhooks.ts';
export { FormerPeople } from './control/former-people.ts';
export { countSubmission, type HeldSettings, lockedSettings } from './control/held-settings.ts';
export { type ImportEnding, type ImportResult, ImportRows, type StoredImport } from './control/imports.ts';
export { type IntegrationRun, IntegrationRuns } from './control/integration-runs.ts';
export {
  addIntegration,
  countIntegrations,
  databaseTypes,
  ensureService,
  type Integration,
  Integrations,
  noteWrittenAnswer,
  type Service,
  updateIntegration,
} from './control/integrations.ts';
export type { Invitation, InvitedTo } from './control/invitations.ts';
export {
  type Alongside,
  enqueueAnew,
  enqueueJobs,
  Jobs,
  type NewJob,
  retryJobs,
} from './control/jobs.ts';
export type { LeasedJob, TakenRoom } from './control/leased-jobs.ts';
export { addMirror, type Mirror, type MirrorConfig, Mirrors, type NewMirror } from './control/mirrors.ts';
export { Notifications } from './control/notifications.ts';
export { type OAuthApp, OAuthSignIns, secretOwnerOfApp } from './control/oauth-sign-ins.ts';
export type { MemberRights, OrganizationSettings, Organizations } from './control/organizations.ts';
export { pageTagTypes } from './control/page-tags.ts';
export {
  maxNoticeSecrets,
  PaymentNotices,
  secretOwnerOfNotices,
} from './control/payments/payment-notices.ts';
export {
  addPaymentOrder,
  clearFault,
  lockPaymentOrder,
  type OrderedBooking,
  orderOfSubmission,
  type PaymentOrderRow,
  releaseHolds,
  reopenAnswer,
  settleOrder,
  wasAnswered,
  writeOrderState,
} from './control/payments/payment-order-rows.ts';
export { type OrderToCompare, type OrderToRead, PaymentOrders } from './control/payments/payment-orders.ts';
export { addRefund, refundAsked, unitsBeingRefunded } from './control/payments/payment-refunds.ts';
export { PaymentScans } from './control/payments/payment-scans.ts';
export {
  type StoredInvoice,
  type SubscriptionSum,
  subscriptionOf,
  writeInvoice,
  writeSubscription,
} from './control/payments/payment-subscriptions.ts';
export type { People } from './control/people.ts';
export { QuizAttempts } from './control/quiz-attempts.ts';
export { RunningWork } from './control/running-work.ts';
export {
  addSecret,
  type SealedSecret,
  type SecretOwner,
  SecretRows,
  sendSecretOfDelivery,
} from './control/secrets.ts';
export { type ConnectionBudget, Servers } from './control/servers.ts';
export { type KnownList, ServiceLists } from './control/service-lists.ts';
export type { ListedSession, SessionRows } from './control/sessions.ts';
export { type FailureKey, signInDelays } from './control/sign-in-failures.ts';
export type { FoundPerson } from './control/signed-in.ts';
export { evictSpam, maxSpam } from './control/spam-answers.ts';
export { type FoundToken, looksLikeToken, type Tokens } from './control/tokens.ts';
export {
  daysUnfinished,
  isLargeUnfinished,
  maxLargeUnfinishedBytes,
  maxUnfinished,
  type UnfinishedAnswer,
  UnfinishedAnswers,
} from './control/unfinished-answers.ts';
export { Usage } from './control/usage.ts';
export {
  addWaiting,
  addWaitingSessions,
  type CountedPlaces,
  formPlace,
  givePlace,
  lockWaiting,
  maxWaiting,
  WaitingAnswers,
  waitedFor,
} from './control/waiting-answers.ts';
export { maxWorkspaces, type Workspace, Workspaces } from './control/workspaces.ts';
export { type DumpItem, dump } from './dump/dump.ts';
export { hasPeople, Loader, NotEmpty } from './dump/loader.ts';
export { Received } from './dump/received.ts';
export type { RowSums } from './dump/row-sums.ts';
export type { Structure } from './dump/structure.ts';
export { TableMoved } from './dump/table-rows.ts';
export { refuseUnfinished } from './dump/unfinished.ts';
export type { Engine, Sql, Transaction } from './engine/engine.ts';
export { openEmbedded, openPostgres } from './engine/open.ts';
export { CopyWriter, type RecordOrigin } from './import/copy-writer.ts';
export type { TableLoad } from './import/table-load.ts';
export { migrate } from './migrate.ts';
export { migrationNames } from './migration-files.ts';
export { DatabaseError } from './pg-errors.ts';
export type { Linked, RecordQuery, RunScan } from './query/record-query.ts';
export type { RecordAuthors } from './records/read.ts';
export { basesOfCoordinator, distributeBase, moveBase, nextMove, placement } from './sharding.ts';
export { NamesNotLinked } from './writer/fill-links.ts';
export type { LogEntry, Submitted } from './writer/log-entry.ts';
export type { AlongsideAction } from './writer/plan-group.ts';
