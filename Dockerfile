# The whole service in one image. The data folder is the volume; every setting is an environment variable
# (docs/operating.md).
FROM node:lts-slim

# LibreOffice, which makes pages of Word, PowerPoint and Excel files: docker build --build-arg OFFICE=1 .
ARG OFFICE
RUN if [ -n "$OFFICE" ]; then apt-get update && apt-get install -y --no-install-recommends \
      libreoffice-core libreoffice-writer libreoffice-calc libreoffice-impress fonts-liberation fonts-dejavu-core && \
      rm -rf /var/lib/apt/lists/*; fi

WORKDIR /tessera
COPY . .
RUN node scripts/setup.mjs && mkdir /data && chown node:node /data

ENV HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 8080
USER node
HEALTHCHECK CMD ["node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/health').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/node", "--import", "./scripts/compile-cache.mjs", "server/main.ts"]
