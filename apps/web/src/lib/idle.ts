/** Idle at the latest after this time, in milliseconds: a busy page would put it off for good. */
const LATEST_MS = 4_000;

/** Calls once the page was loaded and has nothing else to do. @returns gives that up */
export function whenIdle(call: () => void): () => void {
  let cancel = () => {};
  const wait = () => {
    // Safari has no such callback.
    if (typeof requestIdleCallback === 'function') {
      const handle = requestIdleCallback(call, { timeout: LATEST_MS });
      cancel = () => cancelIdleCallback(handle);
    } else {
      const handle = setTimeout(call, 200);
      cancel = () => clearTimeout(handle);
    }
  };
  if (document.readyState === 'complete') wait();
  else {
    addEventListener('load', wait, { once: true });
    cancel = () => removeEventListener('load', wait);
  }
  return () => cancel();
}
