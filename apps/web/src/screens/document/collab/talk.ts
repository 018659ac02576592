import { HocuspocusProvider } from '@hocuspocus/provider';

/**
 * Sends only what can go now. What is written while there is no socket comes with the first exchange after; waiting
 * key by key as well, it would be more than a server takes from who is not let in yet.
 */
export class Talk extends HocuspocusProvider {
  override send(...message: Parameters<HocuspocusProvider['send']>): void {
    if (this.configuration.websocketProvider.webSocket?.readyState === WebSocket.OPEN) super.send(...message);
  }
}
