import type { World } from './access-world.ts';
import { badInput, everyone, type HttpRow, ofReaders, ofWriters, signedIn } from './http-access-row.ts';

const at =
  (rest: string) =>
  ({ form }: World) =>
    `/v1/flows/${form.flowId}/${rest}`;

const noWait = {
  token: 'open' as const,
  path: ({ form }: World) => `/t/${form.flowId}/waiting/bok000000000000000000000.code`,
  ...{ anonymous: 404, stranger: 404, reader: 404 },
};
const noConfirmation = {
  ...noWait,
  path: ({ form }: World) => `/t/${form.flowId}/wait/made.up`,
};
const noBooking = (rest: string) => ({
  token: 'open' as const,
  path: ({ form }: World) => `/t/${form.flowId}/bookings/bok000000000000000000000.code${rest}`,
  ...{ anonymous: 404, stranger: 404, reader: 404 },
});

/** The calls about forms outside /rpc. */
export const formHttpAccess = {
  'POST /v1/flows': { ...signedIn, token: 'write', body: () => ({ type: 'form', name: 'Mine' }) },
  'GET /v1/flows/:flowId/document': { verb: 'open', ...ofReaders, path: at('document') },
  'PUT /v1/flows/:flowId/document': { verb: 'edit', ...ofWriters, path: at('document') },
  'POST /v1/flows/:flowId/publish': {
    verb: 'edit',
    ...ofWriters,
    path: at('publish'),
    body: () => ({ version: 0 }),
  },
  'GET /v1/flows/:flowId/submissions': { verb: 'open', ...ofReaders, path: at('submissions') },
  'GET /v1/forms/:flowId/payments/export': {
    verb: 'open',
    ...ofReaders,
    path: ({ form }) => `/v1/forms/${form.flowId}/payments/export`,
  },
  // The form has no answers.
  'GET /v1/forms/:flowId/answers/:recordId/pdf': {
    verb: 'open',
    token: 'read',
    path: ({ form, recordId }) => `/v1/forms/${form.flowId}/answers/${recordId}/pdf`,
    anonymous: 401,
    stranger: 404,
    reader: 404,
  },
  'GET /v1/forms/:flowId/answers/:recordId/certificate': {
    verb: 'open',
    token: 'read',
    path: ({ form, recordId }) => `/v1/forms/${form.flowId}/answers/${recordId}/certificate`,
    anonymous: 401,
    stranger: 404,
    reader: 404,
  },
  // At a name of the server it leads to the home page.
  'GET /': { token: 'open', path: () => '/', anonymous: 302, stranger: 302, reader: 302 },
  'GET /v1/domains/ask': {
    token: 'open',
    path: () => '/v1/domains/ask?domain=forms.example.com',
    ...{ anonymous: 404, stranger: 404, reader: 404 },
  },
  'GET /t/:publicIdentifier/pay/:token': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/pay/a1b2c3a1b2c3a1b2c3a1b2c3a1b2c3a1`,
    anonymous: 404,
    stranger: 404,
    reader: 404,
  },
  'POST /t/:publicIdentifier/pay/:token': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/pay/a1b2c3a1b2c3a1b2c3a1b2c3a1b2c3a1`,
    ...{ anonymous: 404, stranger: 404, reader: 404 },
  },
  'POST /t/:publicIdentifier/pay/:token/card': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/pay/a1b2c3a1b2c3a1b2c3a1b2c3a1b2c3a1/card`,
    ...{ anonymous: 404, stranger: 404, reader: 404 },
  },
  'POST /t/:publicIdentifier/pay/:token/checkout': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/pay/a1b2c3a1b2c3a1b2c3a1b2c3a1b2c3a1/checkout`,
    ...{ anonymous: 404, stranger: 404, reader: 404 },
  },
  'POST /t/:publicIdentifier/pay/:token/portal': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/pay/a1b2c3a1b2c3a1b2c3a1b2c3a1b2c3a1/portal`,
    ...{ anonymous: 404, stranger: 404, reader: 404 },
  },
  'GET /t/:publicIdentifier/pay/:token/receipt.pdf': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/pay/a1b2c3a1b2c3a1b2c3a1b2c3a1b2c3a1/receipt.pdf`,
    ...{ anonymous: 404, stranger: 404, reader: 404 },
  },
  'POST /webhooks/stripe/:serviceId': {
    ...badInput,
    path: () => '/webhooks/stripe/svc000000000000000000000',
  },
  'GET /t/:publicIdentifier/certificate/:code': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/certificate/sub000000000000000000000.proof`,
    anonymous: 404,
    stranger: 404,
    reader: 404,
  },
  'GET /t/:publicIdentifier': { ...everyone, path: ({ form }) => `/t/${form.flowId}` },
  // The form is not published, for whomever asks.
  'GET /t/:publicIdentifier/pages': { ...everyone, path: ({ form }) => `/t/${form.flowId}/pages` },
  'GET /v1/forms/:flowId/preview': {
    verb: 'open',
    token: 'read',
    path: ({ form }) => `/v1/forms/${form.flowId}/preview`,
    anonymous: 401,
    stranger: 404,
    reader: 200,
  },
  // An answer is sent as a form, which no program's JSON is: said only to whoever sees the draft.
  'POST /v1/forms/:flowId/preview': {
    verb: 'open',
    token: 'read',
    path: ({ form }) => `/v1/forms/${form.flowId}/preview`,
    anonymous: 401,
    stranger: 404,
    reader: 400,
  },
  'POST /t/:publicIdentifier/unfinished': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/unfinished`,
    anonymous: 400,
    stranger: 400,
    reader: 400,
  },
  'GET /t/:publicIdentifier/continue/:code': {
    ...everyone,
    path: ({ form }) => `/t/${form.flowId}/continue/code`,
  },
  // The press of a button sends a form; a program's JSON is none.
  'POST /t/:publicIdentifier/continue/:code': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/continue/code`,
    anonymous: 400,
    stranger: 400,
    reader: 400,
  },
  'POST /v1/forms/:flowId/images': {
    verb: 'edit',
    ...ofWriters,
    path: ({ form }) => `/v1/forms/${form.flowId}/images`,
  },
  'POST /v1/forms/:flowId/pdfs': {
    verb: 'edit',
    ...ofWriters,
    path: ({ form }) => `/v1/forms/${form.flowId}/pdfs`,
  },
  'GET /t/:publicIdentifier/images/:fileId': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/images/fil000000000000000000000`,
    anonymous: 404,
    stranger: 404,
    reader: 404,
  },
  // What is sent holds no file.
  'POST /t/:publicIdentifier/files/:questionId': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/files/fld000000000000000000000`,
    anonymous: 400,
    stranger: 400,
    reader: 400,
  },
  // The question is none that offers records.
  'GET /t/:publicIdentifier/records/:questionId': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/records/fld000000000000000000000`,
    anonymous: 404,
    stranger: 404,
    reader: 404,
  },
  // Refused for what they are: an answer is sent as a form, which no program's JSON is.
  'POST /t/:publicIdentifier/unlock': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/unlock`,
    anonymous: 400,
    stranger: 400,
    reader: 400,
  },
  'POST /t/:publicIdentifier/verify': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/verify`,
    anonymous: 400,
    stranger: 400,
    reader: 400,
  },
  'POST /t/:publicIdentifier/start': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/start`,
    anonymous: 400,
    stranger: 400,
    reader: 400,
  },
  'POST /t/:publicIdentifier/submissions': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}/submissions`,
    anonymous: 400,
    stranger: 400,
    reader: 400,
  },
  // The code is of no booking.
  'GET /t/:publicIdentifier/bookings/:code': noBooking(''),
  'GET /t/:publicIdentifier/bookings/:code/booking.ics': noBooking('/booking.ics'),
  'GET /t/:publicIdentifier/bookings/:code/cancel': noBooking('/cancel'),
  'POST /t/:publicIdentifier/bookings/:code/cancel': noBooking('/cancel'),
  'GET /t/:publicIdentifier/wait/:code': noConfirmation,
  'POST /t/:publicIdentifier/wait/:code': noConfirmation,
  'GET /t/:publicIdentifier/waiting/:code': noWait,
  'POST /t/:publicIdentifier/waiting/:code': noWait,
  'POST /t/:publicIdentifier': {
    token: 'open',
    path: ({ form }) => `/t/${form.flowId}`,
    anonymous: 400,
    stranger: 400,
    reader: 400,
  },
} satisfies { readonly [route: string]: HttpRow };
