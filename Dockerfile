# Weft in a container. Data lies in the volume /data; docs/operations.md says how to back it up, restore it and upgrade.
#
#     docker build -t weft .
#     docker run -d --name weft -p 3000:3000 -v weft-data:/data -e BASE_URL=http://localhost:3000 --stop-timeout 15 weft

FROM node:26-slim AS manifests
WORKDIR /weft
COPY package.json package-lock.json .npmrc ./
COPY packages/apps/package.json packages/apps/
COPY packages/bench/package.json packages/bench/
COPY packages/client/package.json packages/client/
COPY packages/core/package.json packages/core/
COPY packages/db/package.json packages/db/
COPY packages/documents/package.json packages/documents/
COPY packages/forms/package.json packages/forms/
COPY packages/history/package.json packages/history/
COPY packages/imports/package.json packages/imports/
COPY packages/integrations/package.json packages/integrations/
COPY packages/payments/package.json packages/payments/
COPY packages/product-tests/package.json packages/product-tests/
COPY packages/protocol/package.json packages/protocol/
COPY packages/public/package.json packages/public/
COPY packages/scheduling/package.json packages/scheduling/
COPY packages/server/package.json packages/server/
COPY packages/std/package.json packages/std/
COPY packages/testkit/package.json packages/testkit/
COPY packages/ui/package.json packages/ui/
COPY packages/web/package.json packages/web/

# The web application and the published pages are all that is built.
FROM manifests AS web
RUN npm ci --no-audit --no-fund
COPY tsconfig.base.json tsconfig.web.json ./
COPY packages packages
RUN node node_modules/vite/bin/vite.js build packages/web && node node_modules/vite/bin/vite.js build packages/public

# What the server itself needs. The Node that other machines are given belongs to the root, which is left out with it; of
# the optional packages sharp's own code for this platform comes along.
FROM manifests AS dependencies
RUN npm ci --omit=dev --no-audit --no-fund --workspace @weft/server

FROM node:26-slim
WORKDIR /weft
# What one thread has freed is there for all others: glibc otherwise keeps up to eight heaps for each processor.
ENV MALLOC_ARENA_MAX=2
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=dependencies /weft/node_modules node_modules
# What npm puts beside a package because another version lies above it.
COPY --from=dependencies /weft/packages packages
COPY package.json ./
COPY packages/std packages/std
COPY packages/core packages/core
COPY packages/documents packages/documents
COPY packages/history packages/history
COPY packages/imports packages/imports
COPY packages/forms packages/forms
COPY packages/apps packages/apps
COPY packages/protocol packages/protocol
COPY packages/db packages/db
COPY packages/integrations packages/integrations
COPY packages/public packages/public
COPY packages/payments packages/payments
COPY packages/scheduling packages/scheduling
COPY packages/server packages/server
COPY --from=web /weft/packages/web/dist packages/web/dist
COPY --from=web /weft/packages/public/dist packages/public/dist
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The server is the container's first process: signals reach it, and it stops within 10 s of the first.
CMD ["node", "packages/server/src/main.ts"]
