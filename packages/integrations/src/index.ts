export { OutgoingFault, OutgoingHttp, type OutgoingReason } from './safe-fetch/outgoing-http.ts';
