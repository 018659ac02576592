import type { ExternalToast, toast as sonner } from 'sonner';

type Sonner = typeof sonner;
type Kind = 'message' | 'success' | 'error' | 'info' | 'warning' | 'loading';
type ToastId = string | number;

let shower: Sonner | null = null;
let waiting: ((shower: Sonner) => void)[] = [];
let wanted: (() => void) | null = null;
let count = 0;

/** Calls sonner as soon as it has loaded. */
function run(call: (shower: Sonner) => void): void {
  if (shower) call(shower);
  else {
    waiting.push(call);
    wanted?.();
  }
}

function show(kind: Kind, text: string, options: ExternalToast = {}): ToastId {
  const id = options.id ?? `toast-${++count}`;
  run((to) => to[kind](text, { ...options, id }));
  return id;
}

const kind = (name: Kind) => (text: string, options?: ExternalToast) => show(name, text, options);

interface Promised<Value> {
  loading: string;
  success: string | ((value: Value) => string);
  error: string | ((error: unknown) => string);
}

/**
 * Every toast of the product. What shows them is no part of the first load: toasts that are asked for before it came
 * wait for it, and their ids are known at once.
 */
export const toast = Object.assign(kind('message'), {
  success: kind('success'),
  error: kind('error'),
  info: kind('info'),
  warning: kind('warning'),
  loading: kind('loading'),
  /** Shows a running operation, then its outcome. */
  promise<Value>(promise: Promise<Value>, says: Promised<Value>): void {
    // It may fail before sonner has loaded.
    promise.catch(() => {});
    run((to) => to.promise(promise, says));
  },
  /** Removes a toast, or all of them without an id. */
  dismiss(id?: ToastId): void {
    run((to) => to.dismiss(id));
  },
});

/** Hands over what shows toasts, once it is on the page; those that waited show now. @returns takes it back */
export function showToastsBy(by: Sonner): () => void {
  shower = by;
  const calls = waiting;
  waiting = [];
  for (const call of calls) call(by);
  return () => {
    shower = null;
  };
}

/** Calls back when a toast waits for what shows it. @returns ends that */
export function onToastWanted(listener: () => void): () => void {
  wanted = listener;
  if (waiting.length > 0) listener();
  return () => {
    wanted = null;
  };
}
