import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Rung, rungs, tryOut } from '@tandem/api/agent/sandbox/ladder';
import type { SandboxCommand, SandboxSession } from '@tandem/api/agent/sandbox/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** One rung of each kind that works here; `npm test` on a machine without bubblewrap has fewer. */
const parent = mkdtempSync(path.join(process.cwd(), 'node_modules', '.sandbox-test-'));
const working: Rung[] = [];
for (const rung of rungs()) {
  const isKnown = working.some(({ backend }) => backend.kind === rung.backend.kind);
  // Bubblewrap is tried by itself; what it isolates differs only in what runs inside.
  if (isKnown || rung.means.startsWith('embedded shell in bubblewrap')) continue;
  if ((await tryOut(rung.backend, parent)) === null) working.push(rung);
}

let folder: string;
let session: SandboxSession;
let loopback: Server;
let asked = 0;
beforeAll(async () => {
  writeFileSync(path.join(parent, 'secret.txt'), 'the secret');
  mkdirSync(path.join(parent, 'other'));
  writeFileSync(path.join(parent, 'other', 'theirs.txt'), 'the secret');
  loopback = createServer((_request, response) => {
    asked += 1;
    response.end('the secret');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => loopback.once('listening', resolve));
});
afterAll(() => {
  loopback.close();
  rmSync(parent, { recursive: true, force: true });
});

const run = (language: SandboxCommand['language'], code: string, more: Partial<SandboxCommand> = {}) =>
  session.run({ language, code, timeoutMs: 60_000, signal: new AbortController().signal, ...more });
/** Programs of this machine that mention a mark. */
const processesWith = (mark: string) =>
  execFileSync('ps', ['axww', '-o', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(mark));

it('has a sandbox', () => {
  expect(working.map(({ backend }) => backend.kind)).toContain('embedded');
});

describe.each(working)('$means', ({ backend }) => {
  const isNative = backend.kind === 'bubblewrap';
  beforeAll(async () => {
    folder = mkdtempSync(path.join(parent, 'files-'));
    session = await backend.open(folder);
  });
  afterAll(async () => {
    await session.close();
  });

  it('runs three languages in the workspace, whose files stay', { timeout: 120_000 }, async () => {
    expect(await run('shell', 'echo "a é" > a.txt; cat a.txt; exit 3')).toMatchObject({
      ...{ ended: 'exited', exitCode: 3, stdout: 'a é\n' },
    });
    expect(
      await run('python', 'print(open("a.txt").read().strip()); open("b.txt", "w").write("b")'),
    ).toMatchObject({
      ...{ exitCode: 0, stdout: 'a é\n' },
    });
    const script = 'const fs = require("node:fs"); console.log(fs.readFileSync("b.txt", "utf8"))';
    expect(await run('javascript', script)).toMatchObject({ exitCode: 0, stdout: 'b\n' });
    expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('a é\n');
  });

  it('reads nothing outside, by whatever way', { timeout: 120_000 }, async () => {
    const secret = path.join(parent, 'secret.txt');
    const up = '../'.repeat(20);
    const results = [
      await run(
        'shell',
        `cat '${secret}' '${parent}/other/theirs.txt' ${up}${secret} /proc/1/root${secret} /proc/self/root${secret} /proc/*/cwd/../secret.txt;
         ln -s '${secret}' link; cat link; ln -s / top; cat top${secret}; cp -r '${parent}' copy; ls -la copy;
         ln '${secret}' hard; cat hard; cat ../secret.txt; env; cat /proc/*/environ; echo x > '${parent}/written'; true`,
      ),
      await run(
        'python',
        `import os\nfor p in ['${secret}', '../secret.txt', 'link', '/proc/1/root${secret}']:\n  try: print(open(p).read())\n  except Exception as e: pass\nprint(os.environ)`,
      ),
      await run(
        'javascript',
        `const fs = require('node:fs'); for (const p of ['${secret}', '../secret.txt', 'link']) try { console.log(fs.readFileSync(p, 'utf8')) } catch {}\nconsole.log(JSON.stringify(process.env))`,
      ),
    ];
    for (const { stdout, stderr } of results) {
      expect(stdout + stderr).not.toContain('the secret');
      expect(stdout + stderr).not.toContain('npm_');
      for (const name of ['VITEST', 'HOSTNAME=', 'LOGNAME'])
        if (process.env[name]) expect(stdout + stderr).not.toContain(`${name}=${process.env[name]}`);
    }
    expect(existsSync(path.join(parent, 'written'))).toBe(false);
  });

  it('reaches no network', { timeout: 120_000 }, async () => {
    const { port } = loopback.address() as AddressInfo;
    const hosts = [`127.0.0.1:${port}`, `[::1]:${port}`, '169.254.169.254:80', 'example.com:80', '0.0.0.0:1'];
    await run(
      'shell',
      hosts.map((host) => `curl -sm 2 http://${host}; wget -qT 2 -O- http://${host}`).join('\n'),
    );
    await run('shell', `exec 3<>/dev/tcp/127.0.0.1/${port} && echo GET / >&3 && cat <&3`);
    await run(
      'python',
      `import socket\nsocket.create_connection(("127.0.0.1", ${port}), 2).send(b"GET / HTTP/1.0\\r\\n\\r\\n")`,
    );
    await run('javascript', `await fetch("http://127.0.0.1:${port}")`);
    expect(asked).toBe(0);
  });

  it('ends what takes too long, and everything it started', { timeout: 120_000 }, async () => {
    const mark = `9${Date.now()}`;
    const code = isNative
      ? `sleep ${mark} & setsid sleep ${mark} & (trap '' TERM; sleep ${mark})`
      : 'while true; do :; done';
    const result = await run('shell', code, { timeoutMs: 1_500 });
    expect(result).toMatchObject({ ended: 'timeout', exitCode: null });
    expect(processesWith(mark)).toEqual([]);
    const background = await run('shell', isNative ? `setsid sleep ${mark} & echo started` : 'echo started');
    expect(background.stdout).toBe('started\n');
    expect(processesWith(mark)).toEqual([]);
  });

  it('stops at once when it is told to', { timeout: 120_000 }, async () => {
    const stop = new AbortController();
    const running = run('python', 'while True: pass', { signal: stop.signal });
    stop.abort();
    expect(await running).toMatchObject({ ended: 'stopped', exitCode: null });
    expect(await run('shell', 'echo x', { signal: AbortSignal.abort() })).toMatchObject({
      ended: 'stopped',
      stdout: '',
    });
  });

  it('leaves nothing when it is stopped while it starts', { timeout: 120_000 }, async () => {
    for (const afterMs of isNative ? [0, 1, 2, 3, 4, 5, 6, 8, 10] : [0]) {
      const stop = new AbortController();
      const running = run('shell', 'sleep 60', { signal: stop.signal, timeoutMs: 5_000 });
      setTimeout(() => stop.abort(), afterMs);
      await running;
    }
    await expect.poll(() => processesWith(`--bind ${folder}`)).toEqual([]);
  });

  it('survives bombs of memory, processes and output', { timeout: 240_000 }, async () => {
    const memory = await run('python', 'x = []\nwhile True: x.append(bytearray(10**7))');
    expect(
      memory.ended === 'memory' || /MemoryError|out of memory/.test(memory.stderr),
      JSON.stringify(memory),
    ).toBe(true);
    const forks = await run('shell', ':(){ :|:& };:', { timeoutMs: 3_000 });
    expect(forks.durationMs).toBeLessThan(30_000);
    const output = await run(
      'shell',
      isNative ? 'yes' : 'while true; do echo yyyyyyyyyyyyyyyyyyyyyyyy; done',
      { timeoutMs: 10_000 },
    );
    expect(['output', 'timeout', 'memory']).toContain(output.ended);
    expect(output.stdout.length).toBeLessThan(60_000);
    expect(await run('shell', 'echo alive')).toMatchObject({ stdout: 'alive\n' });
  });

  it('keeps the first and the last of much output', { timeout: 120_000 }, async () => {
    const { stdout } = await run('shell', 'seq 1 100000');
    expect(stdout.startsWith('1\n2\n')).toBe(true);
    expect(stdout.endsWith('99999\n100000\n')).toBe(true);
    expect(stdout).toMatch(/\n\[… [\d,]+ characters left out …\]\n/);
  });

  it.runIf(isNative)('bounds files, their number and what lies in memory', { timeout: 240_000 }, async () => {
    await run(
      'shell',
      'dd if=/dev/zero of=large bs=1M count=300; for i in 1 2 3; do dd if=/dev/zero of=/tmp/l$i bs=1M count=90; done',
    );
    expect(statSync(path.join(folder, 'large')).size).toBeLessThanOrEqual(100 * 1024 * 1024);
    const many = await run('shell', 'mkdir many; cd many; seq 1 1000000 | xargs touch', {
      timeoutMs: 60_000,
    });
    expect(many.ended).toBe('files');
    await run('shell', 'rm -rf many large');
  });

  it.runIf(isNative)(
    'makes no namespace, mount, or unseen memory, and signals nobody',
    { timeout: 120_000 },
    async () => {
      const { stdout } = await run(
        'shell',
        `unshare -U true && echo namespace; mount -t tmpfs x /tmp && echo mount; touch /usr/x /x /dev/x && echo written
       kill -9 ${process.pid} && echo killed; kill -9 1; echo 1 > /proc/sys/kernel/core_pattern && echo core; cat /proc/kcore | head -c1; ls /proc | grep -c '^[0-9]'
       python3 -c 'import os; os.memfd_create("x"); print("memfd")'`,
      );
      expect(stdout).not.toMatch(/namespace|mount|written|killed|core|memfd/);
      expect(Number(stdout.trim())).toBeLessThan(12);
    },
  );
});
