# Builds once, runs as an ordinary user. Without DATABASE_URL the embedded PostgreSQL keeps its data in /data.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && npm run build

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json ./
COPY --from=build /app/packages packages
COPY --from=build /app/apps/server apps/server
COPY --from=build /app/apps/web/package.json apps/web/package.json
COPY --from=build /app/apps/web/dist apps/web/dist
COPY --from=build /app/tests/package.json tests/package.json
# The server and what it uses; neither the tests nor what the web was built from.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace=apps/server --include-workspace-root \
  && npm cache clean --force \
  && mkdir /data && chown node:node /data
USER node
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/node-compile
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# SIGTERM reaches the server itself. It lets running answers and uploads end within DRAIN_SECONDS (30 unless set) and
# then needs up to 20 s, so stop the container with as much patience: docker stop --time 60, or stop_grace_period.
CMD ["node_modules/.bin/node", "apps/server/src/main.ts"]
