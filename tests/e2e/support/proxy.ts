import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy as in many offices: it passes requests on, and WebSockets only when enabled. */
export interface Proxy {
  url: string;
  /** Enables or disables WebSockets. */
  let(sockets: boolean): void;
  close(): Promise<void>;
}

/** @param target address of the server behind it */
export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  let isOpen = false;
  const upgraded = new Set<Socket>();
  const proxy = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const passed = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  proxy.on('upgrade', ({ url: path, headers }, socket: Socket, head) => {
    socket.on('error', () => {});
    if (!isOpen) return void socket.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n');
    const behind = connect(Number(port), hostname, () => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      behind.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
      behind.write(head);
      behind.pipe(socket).pipe(behind);
    });
    behind.on('error', () => socket.destroy());
    socket.on('close', () => behind.destroy());
    upgraded.add(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    let(sockets) {
      isOpen = sockets;
      if (sockets) return;
      for (const socket of upgraded) socket.destroy();
      upgraded.clear();
    },
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
        for (const socket of upgraded) socket.destroy();
      }),
  };
}
