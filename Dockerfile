# The whole service in one image, without npm and development tools. It runs as user 1000 with a read-only root file system:
#   docker run --read-only --tmpfs /tmp -v tessera:/data -p 8080:8080 tessera
# Data is stored in the volume /data; every setting is an environment variable (docs/operating.md).

# Exact versions. `npm run release` adds their digests, so that an image that is published can be built again from the same.
ARG NODE_IMAGE=node:24.18.0-trixie-slim
ARG BASE_IMAGE=debian:13.5-slim

# Builds the web pages, then installs only what the server needs at run time.
FROM ${NODE_IMAGE} AS build
WORKDIR /tessera
COPY . .
RUN node scripts/setup.mjs
RUN cp -L .node/bin/node /usr/local/bin/tessera-node && cp .node/LICENSE NODE-LICENSE && rm -rf node_modules .node
RUN npm ci --omit=dev --workspace=server --ignore-scripts --no-audit --no-fund
RUN rm -rf web/dist/.stamp server/testing server/tests formats/testing && find contract drawing formats agents clients/typescript cli server web/ui -name '*.test.ts' -delete

FROM ${BASE_IMAGE}
ARG BASE_IMAGE
LABEL org.opencontainers.image.base.name=${BASE_IMAGE}

# LibreOffice converts Word, PowerPoint and Excel files: docker build --build-arg OFFICE=1 .
ARG OFFICE
RUN if [ -n "$OFFICE" ]; then apt-get update && apt-get install -y --no-install-recommends \
      libreoffice-core libreoffice-writer libreoffice-calc libreoffice-impress fonts-liberation fonts-dejavu-core && \
      rm -rf /var/lib/apt/lists/*; fi

WORKDIR /tessera
COPY --from=build /usr/local/bin/tessera-node /usr/local/bin/node
COPY --from=build /tessera/package.json /tessera/LICENSE /tessera/THIRD-PARTY-NOTICES.md /tessera/NODE-LICENSE ./
COPY --from=build /tessera/node_modules node_modules
COPY --from=build /tessera/contract contract
COPY --from=build /tessera/drawing drawing
COPY --from=build /tessera/formats formats
COPY --from=build /tessera/agents agents
COPY --from=build /tessera/clients/typescript clients/typescript
COPY --from=build /tessera/cli cli
COPY --from=build /tessera/server server
COPY --from=build /tessera/scripts/compile-cache.mjs /tessera/scripts/fill-compile-cache.mjs scripts/
COPY --from=build /tessera/web/dist web/dist
COPY --from=build /tessera/web/ui web/ui

RUN useradd --system --uid 1000 --home-dir /data --shell /usr/sbin/nologin tessera && \
    mkdir -p /data node_modules/.cache && chown tessera:tessera /data node_modules/.cache

ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 8080
USER tessera
# The server cannot write the cache at run time. Node reads only a cache of the same user.
RUN ["node", "scripts/fill-compile-cache.mjs"]
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/health/live').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "./scripts/compile-cache.mjs", "server/main.ts"]
