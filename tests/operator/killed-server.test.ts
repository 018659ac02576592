import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { rungs, tryOut } from '@tandem/api/agent/sandbox/ladder';
import { processesOf } from '@tandem/api/agent/sandbox/process-tree';
import { afterAll, expect, it } from 'vitest';

const parent = mkdtempSync(path.join(process.cwd(), 'node_modules', '.sandbox-test-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));
const working: string[] = [];
for (const { means, backend } of process.platform === 'linux' ? rungs() : [])
  if ((await tryOut(backend, parent)) === null) working.push(means);

/** What still runs; one that waits for its parent to notice its end does not. */
const running = (pids: readonly number[]) =>
  pids.filter((pid) => {
    try {
      return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  });

it.runIf(working.length > 0).each(working)(
  'nothing of a command outlives a killed server: %s',
  async (means) => {
    const folder = mkdtempSync(path.join(parent, 'files-'));
    const server = spawn(
      process.execPath,
      [path.join(import.meta.dirname, 'sandbox-server.ts'), means, folder],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await once(server.stdout, 'data');
    expect(existsSync(path.join(folder, 'ready'))).toBe(true);
    // The command and the child that waits for the next one.
    await expect.poll(() => processesOf(server.pid as number).length).toBeGreaterThan(2);
    const [own, ...theirs] = processesOf(server.pid as number);
    expect(own).toBe(server.pid);
    server.kill('SIGKILL');
    await once(server, 'exit');
    await expect.poll(() => running(theirs), { timeout: 10_000 }).toEqual([]);
  },
);
