import { readdirSync, readFileSync } from 'node:fs';
import type { CommandResult, FoundLine } from '@tandem/api/ai/tools/agent/types';
import { traitsOf } from '@tandem/api/ai/tools/tools';
import { agentToolNames } from '@tandem/shared/agent/schema';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { atDepth } from '../../running/depth.ts';
import { useServer } from '../harness/server.ts';
import { openTeam } from '../workspace/team.ts';
import { type AgentCalls, agentCalls } from './calls.ts';
import { useRung, workingRungs } from './rungs.ts';

const server = useServer();
const working = await workingRungs();
let agent: AgentCalls;
beforeEach(async () => {
  agent = await agentCalls(server, await openTeam(server));
});
afterEach(() => {
  agent.equipment.close();
  vi.restoreAllMocks();
});

const hostilePaths = [
  '../secret',
  '../../etc/passwd',
  '/etc/passwd',
  '//etc/passwd',
  '/workspace/../etc/passwd',
  '/workspace//etc/passwd',
  './../x',
  'a/../../x',
  'a/./b',
  'a//b',
  'C:\\windows\\win.ini',
  'a\\..\\b',
  'file:///etc/passwd',
  '%2e%2e/x',
  '..%2fx',
  'a%00.txt',
  'nul',
  'a\0b',
  'a\nb',
  '\u202etxt.exe',
  'a/．．/b',
  '．．／x',
  'a.',
  'a ',
  '.',
  '..',
  '~/../x',
  '\ud800',
  `${'a/'.repeat(40)}b`,
  'a'.repeat(300),
];

/** Runs work while something else is asked for again and again; returns the longest that took. */
async function slowest(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let worst = 0;
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now();
      await fetch(`${server.url}/healthz`);
      worst = Math.max(worst, performance.now() - began);
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await asking;
  }
  return worst;
}

describe('paths', () => {
  it.each(hostilePaths)('%j is refused by every tool in a sentence, and changes nothing', async (path) => {
    await agent.write({ 'a.txt': 'a' });
    // `~` is a name like any other, and so is what looks like an address.
    for (const [tool, input] of [
      ['read_file', { path }],
      ['write_file', { path, content: 'x' }],
      ['edit_file', { path, find: 'a', replace: 'b' }],
      ['move_file', { path, to: 'b.txt' }],
      ['move_file', { path: 'a.txt', to: path }],
      ['delete_file', { path }],
      ['list_files', { folder: `${path}/x` }],
      ['search_files', { pattern: 'root', folder: `${path}/x` }],
    ] as const)
      await expect(agent.call(tool, input), `${tool} ${JSON.stringify(input)}`).rejects.toMatchObject({
        name: 'ToolError',
        message: expect.not.stringContaining('The tool failed'),
      });
    expect(await agent.files()).toEqual({ 'a.txt': 'a' });
    expect(agent.defects).toEqual([]);
  });

  it('of another channel lead nowhere', async () => {
    const other = await agentCalls(server, await openTeam(server));
    await other.write({ 'theirs.txt': 'the secret' });
    await expect(agent.call('read_file', { path: 'theirs.txt' })).rejects.toThrow('There is no file');
    expect(await agent.call('search_files', { pattern: 'secret' })).toMatchObject({ found: [] });
    expect(await agent.call('list_files', { recursive: true })).toEqual({ files: [], total: 0 });
    expect(
      (await agent.call<CommandResult>('run_shell', { command: 'ls -R; ls -R ..' })).stdout,
    ).not.toContain('theirs');
  });
});

describe('input', () => {
  const megabyte = 'x'.repeat(1024 * 1024);
  it.each(agentToolNames)('of %s is refused by the megabyte, quickly', async (name) => {
    const began = performance.now();
    for (const input of [
      { path: megabyte, to: megabyte, content: megabyte, find: megabyte, replace: megabyte },
      { folder: megabyte, pattern: megabyte, glob: megabyte, command: megabyte, code: megabyte },
      { items: Array.from({ length: 51 }, (_, id) => ({ id: `${id}`, text: 'x', status: 'done' })) },
      { items: [{ id: '1', text: megabyte, status: 'done' }] },
      { question: megabyte, options: Array.from({ length: 7 }, () => megabyte) },
    ]) {
      // Only `list_files` works without any of these.
      if (name === 'list_files' && !('folder' in input)) continue;
      await expect(agent.call(name, input)).rejects.toThrow();
      expect(() => traitsOf(name, input)).not.toThrow();
    }
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(await agent.files()).toEqual({});
  });

  it('with odd keys and types is refused, and pollutes nothing', async () => {
    const odd: object[] = [
      JSON.parse('{"path": "a", "content": "1", "__proto__": {"polluted": true}}'),
      { path: { toString: 'a' }, content: '1' },
      { path: ['a'], content: '1' },
      { path: null, content: 1 },
    ];
    for (const input of odd) await agent.call('write_file', input).catch(() => {});
    expect(await agent.files()).toEqual({ a: '1' });
    expect({}).not.toHaveProperty('polluted');
    for (const path of ['__proto__', 'constructor', 'toString'])
      await agent.call('write_file', { path, content: path });
    expect(Object.keys(await agent.files()).sort()).toEqual(['__proto__', 'a', 'constructor', 'toString']);
    expect(await agent.call('read_file', { path: '__proto__' })).toMatchObject({ content: '1\t__proto__' });
  });
});

describe('patterns', () => {
  it('that take ages are given up, while the server answers at once', { timeout: 120_000 }, async () => {
    await agent.write({ 'a.txt': `${'a'.repeat(40)}!`, [`${'a'.repeat(200)}b`]: 'x' });
    const worst = await slowest(async () => {
      const slow = agent.call('search_files', { pattern: '^(a+)+$', regex: true });
      await expect(slow).rejects.toThrow('Judging the pattern took more than');
    });
    expect(worst).toBeLessThan(500);
    const glob = { pattern: 'x', glob: `${'*a'.repeat(60)}c` };
    const answer = await agent.call('search_files', glob).catch((error: Error) => error.message);
    expect(JSON.stringify(answer)).toMatch(/No file fits|Judging the pattern took more than/);
    expect(await agent.call('search_files', { pattern: '!' })).toMatchObject({ found: [{ path: 'a.txt' }] });
  });

  it('that fit everywhere return a bounded answer', { timeout: 60_000 }, async () => {
    await agent.write({
      'many.txt': '"line"\n'.repeat(100_000),
      'long.txt': `${'\u0001'.repeat(500_000)}x\n`,
    });
    const all = await agent
      .call<{ found: FoundLine[] }>('search_files', { pattern: '', regex: true })
      .catch(() => null);
    expect(all).toBeNull();
    const found = await agent.call<{ found: FoundLine[] }>('search_files', { pattern: '.', regex: true });
    expect(JSON.stringify(found).length).toBeLessThan(32_000);
    expect(found).toMatchObject({ notes: [expect.stringContaining('There are more')] });
  });
});

describe.each(atDepth(working.slice(0, 1), working))('hostile commands in $means', (rung) => {
  beforeEach(() => useRung(server.platform, rung));

  it('leave no links, devices or paths that lead out', { timeout: 120_000 }, async () => {
    await agent.write({ 'real.txt': 'real' });
    await agent.call('run_shell', {
      command:
        'ln -s /etc/passwd link; ln -s / root; ln -s real.txt inner; mkfifo pipe; mkdir -p "a b"; echo 1 > "a b/c"; echo x > "nul"; ln real.txt hard; rm real.txt; ln -s /etc/passwd real.txt; true',
    });
    const files = await agent.files();
    expect(Object.values(files).join()).not.toContain('root:');
    expect(Object.keys(files).filter((name) => !['hard', 'a b/c'].includes(name))).toEqual([]);
    for (const path of ['link', 'real.txt', 'inner'])
      await expect(agent.call('read_file', { path })).rejects.toThrow('There is no file');
  });

  it('that put out, fork or fill without end are stopped, while the server is quick', {
    timeout: 300_000,
  }, async () => {
    const bombs = [
      [
        'run_shell',
        { command: 'while true; do echo 0123456789012345678901234567890123456789; done', seconds: 20 },
      ],
      ['run_shell', { command: 'b() { b | b & }; b; sleep 5', seconds: 20 }],
      ['run_python', { code: 'x = []\nwhile True: x.append("x" * 10_000_000)', seconds: 20 }],
      ['run_javascript', { code: 'for (;;) ;', seconds: 2 }],
    ] as const;
    const worst = await slowest(async () => {
      for (const [tool, input] of bombs) {
        const result = await agent.call<CommandResult>(tool, input).catch((error: Error) => error);
        const isStopped = result instanceof Error || result.exitCode !== 0 || result.stopped !== undefined;
        if (tool !== 'run_shell' || !input.command.startsWith('b()'))
          expect(isStopped, JSON.stringify(input)).toBe(true);
        expect(JSON.stringify(result).length).toBeLessThan(32_000);
      }
    });
    expect(worst).toBeLessThan(1_500);
    // Nothing of them goes on.
    const commands = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => commandOf(pid));
    expect(commands.filter((command) => command.includes('main.sh'))).toEqual([]);
    expect(await agent.call<CommandResult>('run_shell', { command: 'echo well' })).toMatchObject({
      stdout: 'well\n',
    });
  });
});

it('keeps nothing of a command that wrote too much', { timeout: 60_000 }, async () => {
  useRung(server.platform, working[0] as (typeof working)[number]);
  await agent.write({ 'a.txt': 'a' });
  const command = 'rm a.txt; i=0; while true; do i=$((i+1)); : > f$i; done';
  const result = await agent.call<CommandResult>('run_shell', { command });
  expect(result).toMatchObject({
    exitCode: null,
    stopped: expect.stringContaining('nothing that it changed was kept'),
  });
  expect(await agent.files()).toEqual({ 'a.txt': 'a' });
  expect(await agent.call<CommandResult>('run_shell', { command: 'ls' })).toMatchObject({
    stdout: 'a.txt\n',
  });
});

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
