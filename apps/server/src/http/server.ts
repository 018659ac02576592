import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Platform } from '@tandem/api/core/platform';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { checkout } from '../config/config.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitAnswerTime } from './answerTimeout.ts';
import { registerCaching } from './caching.ts';
import { closeGently } from './close.ts';
import { registerCollab } from './collab.ts';
import { answerFrameworkError, registerErrors } from './errors.ts';
import { registerHealth } from './health.ts';
import { registerLive } from './live.ts';
import { type LogTarget, loggerOptions, logRequests } from './logs.ts';
import { registerMetrics } from './metrics.ts';
import { followRequests } from './open-requests.ts';
import { trustOf } from './proxies.ts';
import { limitRequestTime } from './requestTimeout.ts';
import { registerRest } from './rest.ts';
import { registerSecurity } from './security.ts';
import { registerSession } from './session.ts';
import { countAnswers, registerSockets } from './sockets.ts';
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
/** Milliseconds for an answer to begin. */
const ANSWER_TIMEOUT_MS = 60_000;
/** Milliseconds a connection may idle between requests: longer than proxies keep theirs. */
const KEEP_ALIVE_MS = 72_000;

export interface HttpServer {
  app: FastifyInstance;
  /**
   * Directs new clients elsewhere, by readiness and at the socket, and also document editors once their
   * changes are stored. Requests and open streams continue.
   */
  drain(): Promise<void>;
  /** Requests that are being answered now. */
  openRequests(): number;
  /**
   * Accepts no new connections, tells open sockets to reconnect elsewhere, lets open requests finish within
   * `graceMs` milliseconds, then cuts the rest.
   * @returns the number of cut requests
   */
  close(graceMs: number): Promise<number>;
}

/** The logger of a process exists before its server does. */
export type MakePlatform = (
  log: FastifyInstance['log'],
) => Promise<{ platform: Platform; dependencies: Dependencies }>;

/** Builds the server of a platform, without listening yet. */
export async function buildServer(
  logLevel: Platform['settings']['logLevel'],
  trustProxy: Platform['settings']['trustProxy'],
  target: LogTarget,
  makePlatform: MakePlatform,
): Promise<HttpServer> {
  const app = Fastify({
    logger: loggerOptions(logLevel, target),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    trustProxy: trustOf(trustProxy),
    requestTimeout: FILE_TIMEOUT_MS,
    connectionTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { maxParamLength: 5_000 },
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      maxHeaderSize: HEADER_LIMIT,
      connectionsCheckingInterval: 5_000,
    },
    // One line per request would be noise at `info`; failures are logged where they happen.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // Requests on open connections are answered normally while we stop.
    return503OnClosing: false,
    clientErrorHandler: answerUnparsable,
    frameworkErrors: answerFrameworkError,
  });
  const { platform, dependencies } = await makePlatform(app.log);
  target.outage = () => dependencies.isAway();
  const web = findWebFiles(path.join(checkout, 'apps/web/dist'));
  let draining = false;

  registerErrors(app);
  const requests = followRequests(app);
  app.addHook('onSend', async (_request, reply) => {
    // Makes clients with kept connections, such as proxies, open the next one elsewhere.
    if (draining) reply.header('connection', 'close');
  });
  registerCaching(app);
  logRequests(app);
  warnOfUnknownProxy(app, platform.settings.trustProxy);
  limitAnswerTime(app, ANSWER_TIMEOUT_MS, FILE_TIMEOUT_MS + ANSWER_TIMEOUT_MS);
  // Registered before anything that refuses: it releases the connection of a refused upgrade.
  const sockets = await registerSockets(app, () => draining);
  registerSecurity(app, platform, web?.inlineScripts ?? []);
  await registerSession(app, platform);
  countAnswers(app, sockets.sockets);
  limitRequestTime(app, REQUEST_TIMEOUT_MS, FILE_TIMEOUT_MS);
  await registerLive(app, platform, sockets);
  const endDocuments = registerCollab(app, platform, sockets);
  registerHealth(app, dependencies, () => draining);
  registerMetrics(app, platform, dependencies);
  registerRest(app, platform);
  registerTrpc(app, platform, sockets.sockets);
  await registerStatic(app, web, path.join(checkout, 'packages/shared/locales'));

  return {
    app,
    async drain() {
      draining = true;
      await endDocuments();
    },
    openRequests: () => requests.count(),
    async close(graceMs) {
      draining = true;
      await endDocuments();
      sockets.end();
      return closeGently(app, requests, graceMs);
    },
  };
}
