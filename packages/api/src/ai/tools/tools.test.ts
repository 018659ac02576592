import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentToolNames } from '@tandem/shared/agent/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGuardedFetch, type GuardedFetch } from '../../core/fetch/guarded-fetch.ts';
import { htmlToMarkdown } from './page/markdown.ts';
import { describeTools, sourceToolNames, type ToolContext, toolNames, toolSet } from './tools.ts';
import { findPlacesIn, findTimeZone } from './zones.ts';

let server: Server;
let fetcher: GuardedFetch;
let site: string;
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fetcher = createGuardedFetch({ allowPrivateHosts: [], allowPrivatePages: ['127.0.0.1'] });
});

afterAll(async () => {
  await fetcher.close();
  server.closeAllConnections();
  server.close();
});

function page(body: string | Uint8Array, contentType = 'text/html; charset=utf-8', status = 200) {
  answer = (response) => response.writeHead(status, { 'content-type': contentType }).end(body);
}

async function run(name: string, input: unknown, context: Partial<ToolContext> = {}, signal?: AbortSignal) {
  const tool = toolSet([name], { fetch: fetcher, ...context })[name];
  if (!tool?.execute) throw new Error(`no tool ${name}`);
  const options = { toolCallId: '1', messages: [], context: {}, ...(signal && { abortSignal: signal }) };
  return (await tool.execute(input, options)) as Record<string, unknown>;
}

describe('the built-in tools', () => {
  test('are offered by name, and unknown ones are skipped', () => {
    expect(toolNames).toEqual([
      'current_time',
      'calculator',
      'fetch_page',
      'find_documents',
      'read_document',
      'create_document',
      'append_to_document',
      'search_workspace',
      'read_workspace',
    ]);
    expect(Object.keys(toolSet(['calculator', 'gone'], { fetch: fetcher }))).toEqual(['calculator']);
    expect(describeTools(['calculator'])[0]).toMatchObject({
      name: 'calculator',
      inputSchema: { type: 'object' },
    });
  });

  test('have labels in every language', () => {
    for (const language of ['en', 'zh-CN']) {
      const path = new URL(`../../../../shared/locales/${language}/chat.json`, import.meta.url);
      const labels: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8')).tool;
      const keys = [...toolNames, ...sourceToolNames, ...agentToolNames].map((name) =>
        name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
      );
      expect(Object.keys(labels)).toEqual(keys);
    }
  });

  test('refuse input of the wrong shape, and hide defects', async () => {
    const defects: unknown[] = [];
    const broken = { fetchPage: () => Promise.reject(new TypeError('secret path /etc')) };
    const tool = toolSet(['fetch_page'], { fetch: broken }, (_name, error) => defects.push(error)).fetch_page;
    const options = { toolCallId: '1', messages: [], context: {} };
    await expect(tool?.execute?.({ url: 'https://example.com' }, options)).rejects.toThrow(
      'The tool failed.',
    );
    expect(defects).toHaveLength(1);
    await expect(tool?.execute?.({ url: 5 }, options)).rejects.toThrow('The tool failed.');
  });
});

describe('time', () => {
  const now = () => new Date('2026-11-21T16:30:05Z');
  test.each([
    ['Asia/Tokyo', { date: '2026-11-22', time: '01:30:05', weekday: 'Sunday', utcOffset: '+09:00' }],
    ['Tokyo', { timeZone: 'Asia/Tokyo' }],
    ['asia/kolkata', { time: '22:00:05', utcOffset: '+05:30' }],
    ['UTC', { time: '16:30:05', utcOffset: '+00:00', weekday: 'Saturday' }],
    ['San Francisco', { timeZone: 'America/Los_Angeles', time: '08:30:05', utcOffset: '-08:00' }],
    ['北京', { timeZone: 'Asia/Shanghai' }],
    ['UTC+2', { utcOffset: '+02:00', time: '18:30:05' }],
  ])('%s', async (timeZone, expected) => {
    expect(await run('current_time', { timeZone }, { now })).toMatchObject(expected);
  });

  test('uses UTC without a zone, as the model is told; midnight is 00', async () => {
    expect(JSON.stringify(describeTools(['current_time']))).toContain('Leave out for UTC');
    expect(await run('current_time', {}, { now })).toMatchObject({ timeZone: 'UTC', time: '16:30:05' });
    const midnight = () => new Date('2026-01-01T00:00:00Z');
    expect(await run('current_time', {}, { now: midnight })).toMatchObject({
      time: '00:00:00',
      date: '2026-01-01',
    });
  });

  test('reports an unknown zone', async () => {
    await expect(run('current_time', { timeZone: 'Atlantis' })).rejects.toThrow(
      'no time zone called "Atlantis"',
    );
  });

  test('finds places in sentences, in order, longest first', () => {
    const places = (text: string) => findPlacesIn(text).map(({ timeZone }) => timeZone);
    expect(places('What time is it in Tokyo and in New York?')).toEqual(['Asia/Tokyo', 'America/New_York']);
    expect(places('东京和伦敦现在几点')).toEqual(['Asia/Tokyo', 'Europe/London']);
    expect(places('what time is it')).toEqual([]);
    expect(places('romero said so')).toEqual([]);
    expect(findTimeZone('nowhere')).toBeNull();
  });
});

describe('calculator', () => {
  test('calculates, and explains why it cannot', async () => {
    expect(await run('calculator', { expression: '12 * (3 + 4)' })).toEqual({
      expression: '12 * (3 + 4)',
      result: '84',
    });
    await expect(run('calculator', { expression: 'process.exit()' })).rejects.toThrow('not a function');
  });
});

describe('fetch_page', () => {
  test('turns a page into readable Markdown', async () => {
    page(`<!doctype html><html><head><title>A  Title</title><style>.x{}</style></head><body>
      <nav><a href="/a">Home</a></nav>
      <main><h1>Heading</h1><p>Some <b>bold</b> words and a <a href="/next?x=1">link</a>,
      a <a href="javascript:alert(1)">trap</a>.</p><img src="x.png" alt="A chart">
      <ul><li>one</li><li>two</li></ul>
      <table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>
      <pre><code class="language-js">let x = 1;</code></pre>
      <p style="display:none">hidden words</p><script>alert(1)</script></main>
      <footer>Imprint</footer></body></html>`);
    const result = await run('fetch_page', { url: `${site}/page` });
    expect(result).toMatchObject({ url: `${site}/page`, title: 'A Title', truncated: false });
    const text = String(result.text);
    expect(text).toContain('# Heading');
    expect(text).toContain(`[link](${site}/next?x=1)`);
    expect(text).toContain('| a | b |');
    expect(text).toContain('let x = 1;');
    expect(text).toContain('- one');
    expect(text).toContain('[A chart]');
    expect(text).not.toMatch(/Home|Imprint|hidden|alert|javascript/);
  });

  test('accepts text, JSON and other charsets', async () => {
    page('plain words', 'text/plain');
    expect(await run('fetch_page', { url: site })).toMatchObject({ text: 'plain words', title: '' });
    page('{"a": 1}', 'application/json');
    expect(await run('fetch_page', { url: site })).toMatchObject({ text: '{"a": 1}' });
    page(
      Buffer.from('<meta charset="gbk"><p>中文内容'.replace('中文内容', ''), 'latin1'),
      'text/html; charset=gbk',
    );
    await expect(run('fetch_page', { url: site })).rejects.toThrow('no text');
    page(
      Buffer.concat([Buffer.from('<p>'), Buffer.from([0xd6, 0xd0, 0xce, 0xc4])]),
      'text/html; charset=gbk',
    );
    expect(await run('fetch_page', { url: site })).toMatchObject({ text: '中文' });
  });

  test.each([
    ['image/png', 'x', 200, 'holds image/png'],
    ['application/octet-stream', 'x', 200, 'holds application/octet-stream'],
    ['', 'x', 200, 'holds data'],
    ['text/plain', 'a\0b', 200, 'holds data'],
    ['text/html', '<p>gone', 404, 'status 404'],
    ['text/html', '<script>only()</script>', 200, 'no text'],
  ])('refuses %s', async (type, body, status, message) => {
    page(body, type, status);
    await expect(run('fetch_page', { url: site })).rejects.toThrow(message);
  });

  test('refuses private addresses with a sentence', async () => {
    const strict = createGuardedFetch({ allowPrivateHosts: [] });
    await expect(run('fetch_page', { url: site }, { fetch: strict })).rejects.toThrow(
      'private or special network',
    );
    await strict.close();
  });

  test('truncates long pages', async () => {
    page(`<p>${'word '.repeat(20_000)}</p>`);
    const result = await run('fetch_page', { url: site });
    expect(result.truncated).toBe(true);
    expect(String(result.text).length).toBeLessThanOrEqual(24_000);
  });

  test('hostile HTML fails with a sentence without ending the process', async () => {
    page('<div>'.repeat(400_000));
    await expect(run('fetch_page', { url: site })).rejects.toThrow(/too complicated|no text/);
    page('<b><i><a href=x>'.repeat(60_000));
    await run('fetch_page', { url: site }).catch((error) => {
      expect(String(error)).toMatch(/too complicated|no text/);
    });
  }, 30_000);

  test('pages requested at once are parsed a few at a time, and all are parsed', async () => {
    page('<p>words</p>');
    const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, processes());
    }, 5);
    const results = await Promise.all(Array.from({ length: 6 }, () => run('fetch_page', { url: site })));
    clearInterval(watching);
    expect(results.map(({ text }) => text)).toEqual(Array(6).fill('words'));
    expect(most).toBe(2);
  });

  test('a stop ends it while it waits to be parsed', async () => {
    page('<div>'.repeat(400_000));
    const controller = new AbortController();
    const others = new AbortController();
    const before = [1, 2].map(() => run('fetch_page', { url: site }, {}, others.signal).catch(() => {}));
    const waiting = run('fetch_page', { url: site }, {}, controller.signal);
    setTimeout(() => controller.abort(new Error('stopped')), 150);
    await expect(waiting).rejects.toThrow('stopped');
    // However long they would take on a busy machine.
    others.abort();
    await Promise.all(before);
  }, 30_000);

  test('a stop ends it while fetching', async () => {
    answer = () => {};
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('stopped')), 50);
    await expect(run('fetch_page', { url: site }, {}, controller.signal)).rejects.toThrow('stopped');
  });

  test('extracts the one article of a page, and all of a list of articles', () => {
    const article = `<article><p>${'Matter. '.repeat(100)}</p></article>`;
    const one = htmlToMarkdown(`<body><div>Cookie banner</div>${article}</body>`, 'https://a.test/');
    expect(one.markdown).not.toContain('Cookie');
    const two = htmlToMarkdown(
      `<body><article>First</article><article>Second</article></body>`,
      'https://a.test/',
    );
    expect(two.markdown).toMatch(/First[\s\S]*Second/);
  });
});
