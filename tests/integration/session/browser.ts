/** An answer as a page would see it. */
export interface Answer<Data = unknown> {
  status: number;
  /** Envelope of the API; for other bodies only `data`, as text. */
  code: number;
  msg: string;
  data: Data;
  headers: Headers;
  location: string | null;
  /** Set-Cookie lines, whole. */
  setCookies: string[];
}

export interface RequestOptions {
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Keeps cookies per origin and stays on redirects, so that a test sees each step. */
export class Browser {
  readonly base: string;
  private readonly jars = new Map<string, Map<string, string>>();

  constructor(base: string) {
    this.base = base;
  }

  async request<Data = unknown>(path: string, options: RequestOptions = {}): Promise<Answer<Data>> {
    const url = new URL(path, this.base);
    const { method = options.body === undefined ? 'GET' : 'POST', body } = options;
    const cookie = this.cookieHeader(url.origin);
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie && { cookie }),
        ...(method !== 'GET' && { origin: url.origin }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const setCookies = response.headers.getSetCookie();
    for (const line of setCookies) this.keep(url.origin, line);
    const { code = -1, msg = '', data } = parse(await response.text());
    const { status, headers } = response;
    return { status, code, msg, data: data as Data, headers, location: headers.get('location'), setCookies };
  }

  get<Data = unknown>(path: string, headers?: Record<string, string>): Promise<Answer<Data>> {
    return this.request<Data>(path, headers && { headers });
  }

  post<Data = unknown>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer<Data>> {
    return this.request<Data>(path, { method: 'POST', body, ...(headers && { headers }) });
  }

  /** Follows redirects until one leads to `until`, or there are none; answers the last place and its answer. */
  async follow(path: string, until?: (url: URL) => boolean): Promise<{ url: URL; answer: Answer }> {
    let url = new URL(path, this.base);
    for (let hop = 0; hop < 12; hop++) {
      const answer = await this.request(url.href);
      if (answer.location === null) return { url, answer };
      const next = new URL(answer.location, url);
      if (until?.(next)) return { url: next, answer };
      url = next;
    }
    throw new Error('too many redirects');
  }

  cookie(name: string): string | undefined {
    return this.jars.get(new URL(this.base).origin)?.get(name);
  }

  setCookie(name: string, value: string): void {
    this.keep(new URL(this.base).origin, `${name}=${value}`);
  }

  /** Another browser that begins with the same cookies. */
  copy(): Browser {
    const copy = new Browser(this.base);
    for (const [origin, jar] of this.jars) copy.jars.set(origin, new Map(jar));
    return copy;
  }

  private keep(origin: string, line: string): void {
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    const [pair = '', ...attributes] = line.split(';');
    const name = pair.slice(0, pair.indexOf('=')).trim();
    const value = pair.slice(pair.indexOf('=') + 1).trim();
    const gone = attributes.some((each) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(each));
    if (gone || value === '') jar.delete(name);
    else jar.set(name, value);
  }

  private cookieHeader(origin: string): string {
    return [...(this.jars.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

function parse(text: string): { code?: number; msg?: string; data?: unknown } {
  try {
    return JSON.parse(text);
  } catch {
    return { data: text };
  }
}
