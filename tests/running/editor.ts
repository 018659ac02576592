import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { collabReasons, type DocumentMessage, FRAGMENT } from '@tandem/shared/document/schema';
import WebSocket from 'ws';
import * as Y from 'yjs';

/** An editor of a document without a screen: the same protocol, over a real socket. */
export interface TestEditor {
  doc: Y.Doc;
  provider: HocuspocusProvider;
  /** Every message of the server beside the changes. */
  messages: DocumentMessage[];
  /** Why the document was refused; null while it was not. */
  refusal: string | null;
  /** Fulfilled when everything written so far is stored. @throws after ten seconds */
  saved(): Promise<void>;
  /** Appends a paragraph. */
  write(text: string): void;
  text(): string;
  close(): void;
}

/**
 * Opens a document as a browser does.
 * @param token bearer of a session
 * @param acceptsBusy goes on although the server has no room for the document now, instead of waiting until it has
 */
export async function openEditor(
  serverUrl: string,
  documentId: string,
  token: string,
  doc = new Y.Doc(),
  { acceptsBusy = false } = {},
): Promise<TestEditor> {
  class Socket extends WebSocket {
    constructor(url: string) {
      super(url, { headers: { authorization: `Bearer ${token}` } });
      // Closed while it was being opened.
      this.on('error', () => {});
    }
  }
  const websocketProvider = new HocuspocusProviderWebsocket({
    url: `${serverUrl.replace('http', 'ws')}/api/collab`,
    WebSocketPolyfill: Socket,
    delay: 100,
    minDelay: 50,
    maxDelay: 500,
  });
  const messages: DocumentMessage[] = [];
  let marks = 0;
  const opened = Promise.withResolvers<void>();
  const provider = new HocuspocusProvider({
    websocketProvider,
    name: documentId,
    token: 'session',
    document: doc,
    onSynced: () => {
      editor.refusal = null;
      opened.resolve();
    },
    onAuthenticationFailed: ({ reason }) => {
      editor.refusal = reason;
      // The socket closes then, and asks again when it is back.
      if (reason !== collabReasons.busy || acceptsBusy) opened.resolve();
    },
    onStateless: ({ payload }) => messages.push(JSON.parse(payload) as DocumentMessage),
  });
  const editor: TestEditor = {
    doc,
    provider,
    messages,
    refusal: null,
    async saved() {
      marks += 1;
      const n = marks;
      provider.sendStateless(JSON.stringify({ type: 'mark', n }));
      const until = Date.now() + 10_000;
      while (!messages.some((message) => message.type === 'saved' && message.n >= n)) {
        if (Date.now() > until) throw new Error('the server did not say that the document is saved');
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    write(text) {
      const group = doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement;
      const container = new Y.XmlElement('blockContainer');
      const paragraph = new Y.XmlElement('paragraph');
      container.setAttribute('id', crypto.randomUUID());
      container.insert(0, [paragraph]);
      paragraph.insert(0, [new Y.XmlText(text)]);
      group.insert(group.length, [container]);
    },
    text: () => textOf(doc.getXmlFragment(FRAGMENT)),
    close() {
      provider.destroy();
      websocketProvider.destroy();
    },
  };
  provider.attach();
  await opened.promise;
  return editor;
}

/** All words of a document, a line for each of its texts. */
export function textOf(node: Y.XmlFragment | Y.XmlElement | Y.XmlText | Y.XmlHook): string {
  if (node instanceof Y.XmlHook) return '';
  if (node instanceof Y.XmlText) return node.toString().replaceAll(/<[^>]*>/gu, '');
  return node
    .toArray()
    .map((child) => textOf(child as Y.XmlElement))
    .filter((text) => text !== '')
    .join('\n');
}
