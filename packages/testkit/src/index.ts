export { emptyDatabase, postgresServer, productEngines, startProductOn, startProducts } from './engines.ts';
export { type OidcPerson, type OidcServer, startOidcServer } from './oidc-server.ts';
export { type Operation, operate } from './operate.ts';
export { findPostgres, freePort, startPostgres } from './postgres.ts';
export { copyPreparedDatabase, migratedDatabase, preparedDatabase } from './prepared-database.ts';
export { type Product, startProduct } from './product.ts';
export { quickStart, startProgram } from './program.ts';
export { type S3Server, startS3Server } from './s3-server.ts';
export { type Session, signIn, signUp } from './session.ts';
