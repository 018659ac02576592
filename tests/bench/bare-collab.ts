import { Hocuspocus } from '@hocuspocus/server';
import { firstUpdate } from '@tandem/api/document/edit/seed';
import { WebSocketServer } from 'ws';
import * as Y from 'yjs';

/**
 * Baseline of documents: Hocuspocus alone, without storage, in its own process. Sends its port to its parent,
 * and answers `cpu` and `memory`.
 */
const collab = new Hocuspocus({
  quiet: true,
  async onLoadDocument({ document }) {
    Y.applyUpdate(document, firstUpdate());
  },
});
const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
sockets.on('connection', (socket) => {
  const client = collab.handleConnection(socket, new Request('http://localhost'));
  socket.on('message', (data: Buffer) => client.handleMessage(new Uint8Array(data)));
  socket.on('close', (code, reason) => client.handleClose({ code, reason: String(reason) }));
});
process.on('message', (message) => {
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: (user + system) / 1e6 });
  }
  if (message === 'memory') process.send?.({ memory: process.memoryUsage.rss() });
});
sockets.on('listening', () => {
  const address = sockets.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
