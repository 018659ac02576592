import { type Connection, type Document, MessageType } from '@hocuspocus/server';
import * as decoding from 'lib0/decoding';
import { messageYjsSyncStep1 } from 'y-protocols/sync';
import type { Progress } from './progress.ts';

/** Origin of a change that is stored or being stored, as Hocuspocus names it. */
export const STORED = { source: 'redis' } as const;

/**
 * Delays sending until changes are stored. The right of their writer is last checked at the commit, and
 * changes already shown to others could not be taken back: their editors would resend them under their own
 * names.
 */
export function showWhenStored(document: Document, progress: Progress): void {
  const add = document.addConnection.bind(document);
  document.addConnection = (connection) => {
    hold(connection, progress);
    return add(connection);
  };
}

function hold(connection: Connection, progress: Progress): void {
  const send = connection.send.bind(connection);
  connection.send = (message) => {
    if (!holdsContent(message)) return send(message);
    progress.onceStored((isStored) => {
      // It may have left meanwhile, and reconnected by the same socket.
      if (isStored && connection.document.hasConnection(connection)) send(message);
    });
  };
}

function holdsContent(message: Uint8Array): boolean {
  const decoder = decoding.createDecoder(message);
  // The editor it is for.
  decoding.readVarString(decoder);
  const kind: MessageType = decoding.readVarUint(decoder);
  const isSync = kind === MessageType.Sync || kind === MessageType.SyncReply;
  return isSync && decoding.readVarUint(decoder) !== messageYjsSyncStep1;
}
