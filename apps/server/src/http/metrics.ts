import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AppError } from '@tandem/api/core/errors';
import type { Platform } from '@tandem/api/core/platform';
import { watchEventLoop } from '@tandem/api/core/timing/event-loop';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Dependencies } from '../dependencies.ts';
import { isFromInside } from './proxies.ts';

/** `/metrics` for Prometheus, to callers inside the network only: it tells how much is done here. */
export function registerMetrics(app: FastifyInstance, platform: Platform, dependencies: Dependencies): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'tandem_http_request_seconds',
    help: 'Time until an answer was complete',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'tandem_live_sockets',
    help: 'Open WebSockets',
    registers: [registry],
    collect() {
      this.set(app.websocketServer.clients.size);
    },
  });
  new Gauge({
    name: 'tandem_database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = platform.database.pool;
      this.set({ state: 'open' }, totalCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'wanted' }, waitingCount);
    },
  });
  new Gauge({
    name: 'tandem_running_turns',
    help: 'Answers that this process is writing',
    registers: [registry],
    collect() {
      this.set(platform.turns.runningCount());
    },
  });
  new Gauge({
    name: 'tandem_dependency_up',
    help: 'Whether the database, the queue, Redis and the storage of files answer: 1 or 0',
    labelNames: ['dependency'],
    registers: [registry],
    async collect() {
      const { states } = await dependencies.report();
      for (const [dependency, isUp] of Object.entries(states)) this.set({ dependency }, isUp ? 1 : 0);
    },
  });
  registerEventLoop(app, registry);
  app.addHook('onResponse', async (request, reply) => {
    // The pattern, not the path: ids would make a series each.
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', { config: { anonymous: true }, logLevel: 'silent' }, async (request, reply) => {
    if (!isFromInside(request, platform.settings.trustProxy)) throw new AppError('notFound');
    reply.type(registry.contentType);
    return registry.metrics();
  });
}

/** Measures how long the main thread blocks. */
function registerEventLoop(app: FastifyInstance, registry: Registry): void {
  const watch = watchEventLoop();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.addHook('onClose', async () => {
    watch.stop();
    delay.disable();
  });
  new Gauge({
    name: 'tandem_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last time it was asked for, by quantile; 1 is the longest',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const quantile of [0.5, 0.99]) this.set({ quantile }, delay.percentile(quantile * 100) / 1e9);
      this.set({ quantile: 1 }, delay.max / 1e9);
      delay.reset();
    },
  });
  new Gauge({
    name: 'tandem_event_loop_longest_work_seconds',
    help: 'Longest work of the event loop without a break since the start, in processor time',
    registers: [registry],
    collect() {
      this.set(watch.longestMs() / 1_000);
    },
  });
  new Gauge({
    name: 'tandem_event_loop_stalls',
    help: 'Times since the start that the event loop worked for more than a second without a break',
    registers: [registry],
    collect() {
      this.set(watch.stalls());
    },
  });
}
