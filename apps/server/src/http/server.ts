import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Platform } from '@tandem/api/core/platform';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { checkout } from '../config/config.ts';
import { limitAnswerTime } from './answerTimeout.ts';
import { closeGently } from './close.ts';
import { registerCollab } from './collab.ts';
import { answerFrameworkError, registerErrors } from './errors.ts';
import { registerHealth } from './health.ts';
import { registerLive } from './live.ts';
import { loggerOptions, logRequests } from './logs.ts';
import { registerMetrics } from './metrics.ts';
import { limitRequestTime } from './requestTimeout.ts';
import { registerRest } from './rest.ts';
import { registerSecurity } from './security.ts';
import { registerSession } from './session.ts';
import { registerSockets } from './sockets.ts';
import { findWebFiles, registerStatic } from './static.ts';
import { registerTrpc } from './trpc.ts';
import { warnOfUnknownProxy } from './unknown-proxy.ts';
import { answerUnparsable } from './unparsable.ts';

/** Bytes of a JSON body. */
const BODY_LIMIT = 1024 * 1024;
const HEADER_LIMIT = 16 * 1024;
/** Milliseconds until a request's head, then all of it, must have arrived. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** The same for a file: 50 MB over a slow line. */
const FILE_TIMEOUT_MS = 15 * 60_000;
/** Milliseconds until the answer must have begun. */
const ANSWER_TIMEOUT_MS = 60_000;
/** Milliseconds a connection may idle between requests: longer than proxies keep theirs. */
const KEEP_ALIVE_MS = 72_000;

export interface HttpServer {
  app: FastifyInstance;
  /** Sends newcomers elsewhere: by readiness and at the socket. Requests and open streams go on. */
  drain(): void;
  /** Tells open sockets to go elsewhere, lets open requests finish for a moment, then cuts what is left. */
  close(): Promise<void>;
}

/** The logger of a process exists before its server does. */
export type MakePlatform = (log: FastifyInstance['log']) => Promise<Platform>;

/** Builds the server around a platform; listens to nothing yet. */
export async function buildServer(
  logLevel: Platform['settings']['logLevel'],
  trustProxy: Platform['settings']['trustProxy'],
  makePlatform: MakePlatform,
): Promise<HttpServer> {
  const app = Fastify({
    logger: loggerOptions(logLevel),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    requestTimeout: FILE_TIMEOUT_MS,
    connectionTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { maxParamLength: 5_000 },
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      maxHeaderSize: HEADER_LIMIT,
      connectionsCheckingInterval: 5_000,
    },
    // One line a request would be noise at `info`; failures are logged where they happen.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnparsable,
    frameworkErrors: answerFrameworkError,
  });
  const platform = await makePlatform(app.log);
  const web = findWebFiles(path.join(checkout, 'apps/web/dist'));
  let draining = false;

  registerErrors(app);
  logRequests(app);
  warnOfUnknownProxy(app, platform.settings.trustProxy);
  limitAnswerTime(app, ANSWER_TIMEOUT_MS, FILE_TIMEOUT_MS + ANSWER_TIMEOUT_MS);
  // Before whatever refuses: it lets go of the connection of an upgrade that was refused.
  const sockets = await registerSockets(app, () => draining);
  await registerSecurity(app, platform, web?.inlineScripts ?? []);
  await registerSession(app, platform);
  limitRequestTime(app, REQUEST_TIMEOUT_MS, FILE_TIMEOUT_MS);
  await registerLive(app, platform, sockets);
  const endDocuments = registerCollab(app, platform, sockets);
  registerHealth(app, platform, () => draining);
  registerMetrics(app, platform);
  registerRest(app, platform);
  registerTrpc(app, platform);
  await registerStatic(app, web, path.join(checkout, 'packages/shared/locales'));

  return {
    app,
    drain() {
      draining = true;
    },
    async close() {
      draining = true;
      await endDocuments();
      sockets.end();
      await closeGently(app);
    },
  };
}
