import autocannon from 'autocannon';

export interface Load {
  /** Requests answered per second. */
  rate: number;
  /** Median and 99th percentile of latency, in milliseconds. */
  p50: number;
  p99: number;
}

export interface LoadTarget {
  url: string;
  /** Bearer tokens, used in turn. */
  tokens?: readonly string[];
}

/** Keeps `connections` busy for `seconds` and measures; any status but 2xx is an error. */
export async function load({ url, tokens = [] }: LoadTarget, connections = 16, seconds = 4): Promise<Load> {
  const { pathname, search } = new URL(url);
  let next = 0;
  const options: autocannon.Options = {
    url,
    connections,
    // Each connection asks as one person after another, so that nobody asks too often.
    setupClient(client) {
      if (tokens.length === 0) return;
      const requests = tokens.map((_, i) => ({
        method: 'GET' as const,
        path: pathname + search,
        headers: { authorization: `Bearer ${tokens[(i + next) % tokens.length]}` },
      }));
      next += Math.ceil(tokens.length / connections);
      client.setRequests(requests);
    },
  };
  await autocannon({ ...options, duration: 1 });
  const result = await autocannon({ ...options, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`);
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}
