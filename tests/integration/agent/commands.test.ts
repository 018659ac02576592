import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { CommandResult } from '@tandem/api/ai/tools/agent/types';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useServer } from '../harness/server.ts';
import { openTeam } from '../workspace/team.ts';
import { type AgentCalls, agentCalls } from './calls.ts';
import { useRung, workingRungs } from './rungs.ts';

const server = useServer();
const working = await workingRungs();
let agent: AgentCalls;
const run = (
  name: 'shell' | 'python' | 'javascript',
  code: string,
  options: Parameters<AgentCalls['call']>[2] & { seconds?: number } = {},
) => {
  const { seconds, ...rest } = options;
  const input = { ...(name === 'shell' ? { command: code } : { code }), ...(seconds && { seconds }) };
  return agent.call<CommandResult>(`run_${name}`, input, rest);
};
const copies = () => {
  const folder = path.join(server.platform.settings.dataDir, 'workspaces');
  return readdirSync(folder).filter((name) => /^[0-9a-f-]{36}$/.test(name));
};

afterEach(() => vi.restoreAllMocks());

describe.each(working)('commands in $means', (rung) => {
  const isNative = rung.backend.kind === 'bubblewrap';
  beforeEach(async () => {
    useRung(server.platform, rung);
    agent = await agentCalls(server, await openTeam(server));
  });
  afterEach(() => agent.equipment.close());

  it('work on the files, and what they change is kept with the call', { timeout: 120_000 }, async () => {
    await agent.write({ 'in.csv': 'a,1\nb,2\n' });
    const shell = await run('shell', 'wc -l < in.csv; mkdir -p out; sort -r in.csv > out/s.csv; rm in.csv');
    expect(shell).toMatchObject({
      ...{ exitCode: 0, stdout: expect.stringMatching(/^\s*2\n$/), stderr: '' },
      changed: ['in.csv (deleted)', 'out/s.csv (new)'],
    });
    expect(await agent.files()).toEqual({ 'out/s.csv': 'b,2\na,1\n' });
    expect(await run('python', 'print(open("out/s.csv").read().upper())')).toMatchObject({
      stdout: 'B,2\nA,1\n\n',
    });
    const script = 'require("node:fs").writeFileSync("j.txt", "from node"); console.log("done")';
    expect(await run('javascript', script)).toMatchObject({ stdout: 'done\n', changed: ['j.txt (new)'] });
    expect(await agent.manifests()).toHaveLength(3);
    const failed = await run('shell', 'echo lost >&2; exit 3');
    expect(failed).toMatchObject({ exitCode: 3, stderr: 'lost\n' });
    expect(failed).not.toHaveProperty('changed');
  });

  it('see what people changed meanwhile, and merge with it', { timeout: 120_000 }, async () => {
    await agent.write({ a: '1', b: '1' });
    expect((await run('shell', 'cat a b')).stdout).toBe('11');
    await agent.write({ a: '2' });
    await agent.call('read_file', { path: 'b' });
    const result = await run('shell', 'cat a; echo 3 > b; echo 4 > c', {
      beforeStored: () => agent.write({ b: 'theirs', d: '5' }),
    });
    expect(result).toMatchObject({
      ...{ stdout: '2', changed: ['c (new)'] },
      notes: ['Somebody else changed these files while it ran, and their state was kept: b.'],
    });
    expect(await agent.files()).toEqual({ a: '2', b: 'theirs', c: '4\n', d: '5' });
    expect((await run('shell', 'cat b')).stdout).toBe('theirs');
    const blind = agent.call('write_file', { path: 'b', content: 'blindly' });
    await expect(blind).rejects.toThrow('b was changed since you read it. Read it again first.');
  });

  it('cannot change the notes, in whatever way', { timeout: 120_000 }, async () => {
    await run('shell', 'echo planted > MEMORY.md; echo x > x.txt');
    expect(await agent.files()).toEqual({ 'x.txt': 'x\n' });
    await agent.write({ 'MEMORY.md': 'old' });
    for (const command of ['echo planted > MEMORY.md', 'rm MEMORY.md; echo y > memory.md', 'rm MEMORY.md']) {
      const { notes } = await run('shell', command);
      expect(notes?.join(), command).toContain('MEMORY.md cannot be changed by commands');
    }
    expect((await run('shell', 'cat MEMORY.md; ls')).stdout).toBe('oldMEMORY.md\nx.txt\n');
    expect(await agent.files()).toEqual({ 'x.txt': 'x\n', 'MEMORY.md': 'old' });
  });

  it('are stopped for their time, with what they had put out and written', { timeout: 120_000 }, async () => {
    const result = await run('shell', 'echo begun; echo 1 > a; sleep 100', { seconds: isNative ? 1 : 4 });
    expect(result).toMatchObject({ exitCode: null, stopped: 'It took too long.' });
    if (isNative) expect(result).toMatchObject({ stdout: 'begun\n', changed: ['a (new)'] });
  });

  it('end within a second when the run is stopped, and leave nothing', { timeout: 120_000 }, async () => {
    await run('shell', 'echo 1 > kept');
    const stop = new AbortController();
    const mark = `${Math.random()}`.slice(2);
    let isStarted = () => {};
    const started = new Promise<void>((resolve) => {
      isStarted = resolve;
    });
    const code = isNative ? `echo started; sleep 60.${mark}` : 'echo started; sleep 60';
    const running = run('shell', `echo 2 > lost; ${code}`, {
      ...{ signal: stop.signal, onProgress: isStarted },
    });
    running.catch(() => {});
    if (isNative) await started;
    const began = performance.now();
    stop.abort(new Error('stopped by a person'));
    await expect(running).rejects.toThrow('stopped by a person');
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(execFileSync('ps', ['axww', '-o', 'args'], { encoding: 'utf8' })).not.toContain(mark);
    expect((await run('shell', 'ls')).stdout).toBe('kept\n');
  });

  it('bound what they put out, and show it while they run', { timeout: 120_000 }, async () => {
    const shown: string[] = [];
    const result = await run('shell', 'for i in $(seq 20000); do echo "line \\"$i\\""; done; echo end', {
      onProgress: (output) => shown.push((output as CommandResult).stdout),
    });
    expect(JSON.stringify(result).length).toBeLessThan(32_000);
    expect(result.stdout).toMatch(/^line "1"\n[\s\S]*characters left out[\s\S]*line "20000"\nend\n$/);
    for (const text of shown) expect(text.length).toBeLessThan(4_100);
    if (!isNative) return;
    const live: unknown[] = [];
    await run('shell', 'echo one; sleep 0.4; echo two; sleep 0.4', {
      onProgress: (output) => live.push(output),
    });
    expect(live).toContainEqual({ stdout: 'one\n', stderr: '' });
    expect(live).toContainEqual({ stdout: 'one\ntwo\n', stderr: '' });
  });

  it('say what they lack, and demand consent where no kernel holds them', async () => {
    expect(await agent.needsConsent('run_shell', { command: 'ls' })).toBe(rung.backend.kind === 'embedded');
  });
});

it('removes working copies with the run, and keeps a bounded number', { timeout: 120_000 }, async () => {
  useRung(server.platform, working[0] as (typeof working)[number]);
  const team = await openTeam(server);
  await vi.waitFor(() => expect(copies()).toEqual([]), 10_000);
  agent = await agentCalls(server, team);
  await run('shell', 'ls');
  expect(copies()).toHaveLength(1);
  agent.equipment.close();
  await vi.waitFor(() => expect(copies()).toEqual([]), 10_000);
  const many = await Promise.all(Array.from({ length: 15 }, () => agentCalls(server, team)));
  const results = await Promise.all(
    many.map((each, index) =>
      each.call<CommandResult>('run_shell', { command: `echo ${index} > own; cat own; ls` }),
    ),
  );
  expect(results.map(({ stdout }) => stdout)).toEqual(many.map((_, index) => `${index}\nown\n`));
  await vi.waitFor(() => expect(copies().length).toBeLessThanOrEqual(12), 10_000);
  for (const { equipment } of many) equipment.close();
  await vi.waitFor(() => expect(copies()).toEqual([]), 10_000);
});
