import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { availableMemory } from './memory.ts';

const MB = 1024 * 1024;
let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'tandem-memory-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
function give(file: string, text: string | number): void {
  const at = path.join(root, file);
  mkdirSync(path.dirname(at), { recursive: true });
  writeFileSync(at, `${text}\n`);
}
const machine = () => give('proc/meminfo', 'MemTotal: 8388608 kB\nMemFree: 1 kB\nMemAvailable: 4194304 kB');

describe('available memory', () => {
  it('is that of the machine where nothing else is known', () => {
    expect(availableMemory(root)).toEqual({ share: 1, megabytes: Number.POSITIVE_INFINITY });
    machine();
    expect(availableMemory(root)).toEqual({ share: 0.5, megabytes: 4096 });
    give('proc/self/cgroup', '0::/user/app');
    give('sys/fs/cgroup/user/app/memory.max', 'max');
    expect(availableMemory(root).megabytes).toBe(4096);
  });

  it.each(['/', '/user/app'])('is what a container of version 2 has left: %s', (group) => {
    machine();
    give('proc/self/cgroup', `0::${group}`);
    give('sys/fs/cgroup/memory.max', 512 * MB);
    give('sys/fs/cgroup/memory.current', 400 * MB);
    give('sys/fs/cgroup/memory.stat', `anon 1\ninactive_file ${16 * MB}\nactive_file 1`);
    expect(availableMemory(root)).toEqual({ share: 0.25, megabytes: 128 });
  });

  it('is what a container of version 1 has left, by whatever name', () => {
    machine();
    give('proc/self/cgroup', '5:cpu,cpuacct:/docker/1\n4:memory:/docker/1');
    give('sys/fs/cgroup/memory/memory.limit_in_bytes', 1024 * MB);
    give('sys/fs/cgroup/memory/memory.usage_in_bytes', 1000 * MB);
    expect(availableMemory(root).megabytes).toBe(24);
    give('sys/fs/cgroup/memory/memory.limit_in_bytes', '9223372036854771712');
    expect(availableMemory(root).megabytes).toBe(4096);
  });
});
