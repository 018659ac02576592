/**
 * How often the event loop of a server in another process has stalled since its start; null while it does not
 * answer.
 */
export async function stallsOf(url: string): Promise<number | null> {
  try {
    const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(10_000) });
    const found = /^tandem_event_loop_stalls (\d+)/m.exec(await response.text())?.[1];
    return found === undefined ? null : Number(found);
  } catch {
    return null;
  }
}
