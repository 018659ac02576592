import type { FromThread, RequestName, Requests, ToThread } from './messages.ts';

type Answer = Extract<ToThread, { type: 'answer' | 'failure' }>;

interface Asked {
  resolve(value: unknown): void;
  reject(err: Error): void;
}

/** The document thread's channel to the main thread. */
export class Link {
  private readonly post: (message: FromThread, transfer?: ArrayBuffer[]) => void;
  private readonly asked = new Map<number, Asked>();
  private next = 1;
  private frames: Extract<FromThread, { type: 'frames' }>['frames'] = [];

  constructor(post: (message: FromThread, transfer?: ArrayBuffer[]) => void) {
    this.post = post;
  }

  /** Flushes pending data first, to preserve the order. */
  tell(message: FromThread): void {
    this.flush();
    this.post(message);
  }

  /**
   * Requests something from the main thread.
   * @throws Error when it failed there
   */
  ask<Name extends RequestName>(name: Name, ask: Requests[Name]['ask']): Promise<Requests[Name]['answer']> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve: resolve as Asked['resolve'], reject });
      this.tell({ type: 'request', id, name, ask } as FromThread);
    });
  }

  onAnswer(answer: Answer): void {
    const asked = this.asked.get(answer.id);
    this.asked.delete(answer.id);
    if (answer.type === 'answer') asked?.resolve(answer.value);
    else asked?.reject(new Error(answer.message));
  }

  /** Sends bytes to a socket. The same bytes for many sockets cross as one message. */
  send(socket: number, data: Uint8Array): void {
    const last = this.frames.at(-1);
    if (last?.data === data) last.sockets.push(socket);
    else this.frames.push({ sockets: [socket], data });
    if (this.frames.length === 1 && this.frames[0]?.sockets.length === 1) queueMicrotask(() => this.flush());
  }

  private flush(): void {
    if (this.frames.length === 0) return;
    const frames = this.frames;
    this.frames = [];
    this.post({ type: 'frames', frames });
  }
}
