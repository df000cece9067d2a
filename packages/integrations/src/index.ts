export { S3Bucket, S3Fault, type S3Place } from './s3/s3-bucket.ts';
export { OutgoingFault, OutgoingHttp, type OutgoingReason } from './safe-fetch/outgoing-http.ts';
