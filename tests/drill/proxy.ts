import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../running/live.ts';
import { freePort } from '../running/port.ts';

const examples = path.resolve(import.meta.dirname, '../../docs/examples');

export type ProxyKind = 'nginx' | 'caddy' | 'node';

export interface TestProxy {
  url: string;
  close(): Promise<void>;
}

/** Which of the documented proxies this machine has. */
export function hasProxy(kind: ProxyKind): boolean {
  if (kind === 'node') return true;
  return spawnSync(kind, [kind === 'nginx' ? '-v' : 'version']).status === 0;
}

/** Starts a proxy before two servers, by the example in the documentation with other ports and nothing else changed. */
export async function startProxy(kind: ProxyKind, servers: readonly [string, string]): Promise<TestProxy> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  if (kind === 'node') return startPlainProxy(port, servers);
  const folder = mkdtempSync(path.join(tmpdir(), 'tandem-proxy-'));
  const hosts = servers.map((server) => new URL(server).host);
  const example = readFileSync(path.join(examples, kind === 'nginx' ? 'nginx.conf' : 'Caddyfile'), 'utf8')
    .replaceAll('127.0.0.1:3001', hosts[0] ?? '')
    .replaceAll('127.0.0.1:3002', hosts[1] ?? '');
  const command = kind === 'nginx' ? nginx(folder, example, port) : caddy(folder, example, port);
  const child = spawn(command[0] ?? '', command.slice(1), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000);
  });
  await until(`${kind} answers`, async () => {
    if (child.exitCode !== null) throw new Error(`${kind} ended:\n${said}`);
    return fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return {
    url,
    async close() {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function nginx(folder: string, example: string, port: number): string[] {
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(path.join(folder, name));
  const main = `
    daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr warn;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 1024; }
    http {
      access_log off;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      ${example.replace('listen 8080', `listen 127.0.0.1:${port}`)}
    }`;
  writeFileSync(path.join(folder, 'nginx.conf'), main);
  return ['nginx', '-p', folder, '-e', 'stderr', '-c', path.join(folder, 'nginx.conf')];
}

function caddy(folder: string, example: string, port: number): string[] {
  const file = path.join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n}\n${example.replace(/^:8080/m, `http://127.0.0.1:${port}`)}`);
  return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'];
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const stuck = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await exited;
  clearTimeout(stuck);
}

/**
 * Fallback without either program: alternates between servers, and takes the other one if a connection is
 * refused.
 */
async function startPlainProxy(port: number, servers: readonly string[]): Promise<TestProxy> {
  let turn = 0;
  const next = () => new URL(servers[turn++ % servers.length] ?? '');
  const open = new Set<import('node:net').Socket>();
  const server = http.createServer((request, response) => {
    const attempt = (left: number) => {
      const { hostname, port: at } = next();
      const headers = { ...request.headers, 'x-forwarded-for': request.socket.remoteAddress ?? '' };
      const onward = http.request(
        { hostname, port: at, path: request.url, method: request.method, headers, agent: false },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
          answer.on('error', () => response.destroy());
        },
      );
      onward.on('error', (error) => {
        const isRefused = 'code' in error && error.code === 'ECONNREFUSED';
        if (isRefused && left > 0) attempt(left - 1);
        else if (response.headersSent) response.destroy();
        else response.writeHead(502).end();
      });
      // A refused connection has not consumed the body yet.
      onward.on('socket', (socket) => socket.once('connect', () => request.pipe(onward)));
      response.on('close', () => onward.destroy());
    };
    attempt(servers.length);
  });
  server.on('upgrade', (request, socket, head) => {
    const attempt = (left: number) => {
      const { hostname, port: at } = next();
      const onward = connect(Number(at), hostname, () => {
        const lines = [`${request.method} ${request.url} HTTP/1.1`];
        for (let i = 0; i < request.rawHeaders.length; i += 2)
          lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
        onward.write(`${lines.join('\r\n')}\r\n\r\n`);
        onward.write(head);
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => {
        if (onward.connecting && left > 0) attempt(left - 1);
        else socket.destroy();
      });
      onward.on('close', () => onward.bytesRead > 0 && socket.destroy());
      socket.on('close', () => onward.destroy());
    };
    socket.on('error', () => {});
    attempt(servers.length);
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
