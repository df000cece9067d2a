export {
  type Choice,
  type ConfigField,
  type Connector,
  type OutgoingFile,
  type OutgoingItem,
  type OutgoingValue,
  type RateLimit,
  type Repeats,
  type ServiceAccount,
  type ServiceAuth,
  type ServiceCategory,
  type ServiceUse,
  serviceCategories,
  type Target,
  type TargetField,
  type TargetKind,
  type TargetStep,
  targetKinds,
  type Written,
} from './connectors/connector.ts';
export { connectorOf, connectors } from './connectors/connectors.ts';
export {
  type Credential,
  type FaultClass,
  type ServiceConfig,
  ServiceFault,
  ServiceHttp,
  type ServiceRequest,
} from './connectors/service-http.ts';
export type { OAuthProvider } from './oauth/provider.ts';
export { oauthProviders } from './oauth/providers.ts';
export { S3Bucket, S3Fault, type S3Place } from './s3/s3-bucket.ts';
export { OutgoingFault, OutgoingHttp, type OutgoingReason } from './safe-fetch/outgoing-http.ts';
