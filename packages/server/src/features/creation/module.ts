import type { FastifyInstance } from 'fastify';
import type { CreationDeps } from './deps.ts';
import { makeBlank, makeOfTemplate } from './made-bases.ts';
import { mountSchemas } from './schema-routes.ts';
import { mountTemplates } from './template-routes.ts';

/** Databases made whole: of templates, and of schemas that were suggested for a description. */
export const creationModule = (deps: CreationDeps) => ({
  makeOfTemplate: makeOfTemplate.bind(null, deps),
  makeBlank: makeBlank.bind(null, deps),
  mount: (app: FastifyInstance) => {
    mountTemplates(app, deps);
    mountSchemas(app, deps);
  },
});
