import { HocuspocusProvider } from '@hocuspocus/provider';

/**
 * Sends only what can be sent now. Changes made without a socket are sent with the first exchange after;
 * queued key by key as well, they would exceed what a server accepts from a client not yet admitted.
 */
export class Talk extends HocuspocusProvider {
  override send(...message: Parameters<HocuspocusProvider['send']>): void {
    if (this.configuration.websocketProvider.webSocket?.readyState === WebSocket.OPEN) super.send(...message);
  }
}
