import { Buffer } from 'node:buffer';

/** The current work of a thread, recorded before it starts. */
export interface Work {
  kind: 'change' | 'load';
  documentId: string;
  /** The editor that sent the change; 0 for stored changes. */
  userId: number;
}

const BEAT = 0;
const CPU_MS = 1;
const KIND = 2;
const USER = 3;
const ID_AT = 16;
const ID_LENGTH = 36;
const KINDS = ['none', 'change', 'load'] as const;

/**
 * Memory shared by two threads: one writes heartbeats and its current work, the other reads these when the
 * first stops responding.
 */
export class Label {
  readonly memory: SharedArrayBuffer;
  private readonly numbers: Int32Array;
  private readonly id: Uint8Array;

  constructor(memory = new SharedArrayBuffer(ID_AT + ID_LENGTH)) {
    this.memory = memory;
    this.numbers = new Int32Array(memory, 0, ID_AT / 4);
    this.id = new Uint8Array(memory, ID_AT, ID_LENGTH);
  }

  /** Notes that the thread is alive, and how long it has worked in all, in milliseconds. */
  beat(cpuMs: number): void {
    Atomics.store(this.numbers, CPU_MS, Math.round(cpuMs));
    Atomics.add(this.numbers, BEAT, 1);
  }

  /** The last heartbeat, and the thread's work until then in milliseconds. */
  get lastBeat(): { beat: number; cpuMs: number } {
    return { beat: Atomics.load(this.numbers, BEAT), cpuMs: Atomics.load(this.numbers, CPU_MS) };
  }

  begin({ kind, documentId, userId }: Work): void {
    Buffer.from(this.id.buffer, ID_AT, ID_LENGTH).write(documentId, 'latin1');
    Atomics.store(this.numbers, USER, userId);
    Atomics.store(this.numbers, KIND, KINDS.indexOf(kind));
  }

  finish(): void {
    Atomics.store(this.numbers, KIND, 0);
  }

  /** Null when the thread is at work on no document. */
  get work(): Work | null {
    const kind = KINDS[Atomics.load(this.numbers, KIND)] ?? 'none';
    if (kind === 'none') return null;
    const documentId = Buffer.from(Uint8Array.from(this.id)).toString('latin1');
    return { kind, documentId, userId: Atomics.load(this.numbers, USER) };
  }
}
