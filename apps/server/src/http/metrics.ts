import { BlockList, isIP } from 'node:net';
import { AppError } from '@tandem/api/core/errors';
import type { Platform } from '@tandem/api/core/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isFromUnknownProxy } from './unknown-proxy.ts';

const internal = new BlockList();
internal.addSubnet('127.0.0.0', 8);
internal.addSubnet('10.0.0.0', 8);
internal.addSubnet('172.16.0.0', 12);
internal.addSubnet('192.168.0.0', 16);
internal.addAddress('::1', 'ipv6');
internal.addSubnet('fc00::', 7, 'ipv6');

/** `/metrics` for Prometheus, to callers inside the network only: it tells how much is done here. */
export function registerMetrics(app: FastifyInstance, platform: Platform): void {
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
  app.addHook('onResponse', async (request, reply) => {
    // The pattern, not the path: ids would make a series each.
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', { config: { anonymous: true }, logLevel: 'silent' }, async (request, reply) => {
    if (!isInternal(request, platform)) throw new AppError('notFound');
    reply.type(registry.contentType);
    return registry.metrics();
  });
}

/** A forwarded request that came through a proxy we were not told of may come from anywhere. */
function isInternal(request: FastifyRequest, platform: Platform): boolean {
  if (isFromUnknownProxy(request, platform.settings.trustProxy)) return false;
  const ip = request.ip.replace(/^::ffff:/i, '');
  return internal.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
}
