import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Memory that can still be given out. */
export interface AvailableMemory {
  /** Part of all there is, from 0 to 1. */
  share: number;
  megabytes: number;
}

const UNKNOWN: AvailableMemory = { share: 1, megabytes: Number.POSITIVE_INFINITY };

/**
 * Memory that can still be given out on this machine, or in the container whose limit is nearest.
 * @param root the folder in which `/proc` and `/sys` are looked for
 */
export function availableMemory(root = '/'): AvailableMemory {
  const text = read(path.join(root, 'proc/meminfo')) ?? '';
  const all = [
    available(amountIn(text, 'MemTotal:'), amountIn(text, 'MemAvailable:'), 1024),
    ...ofGroups(root),
  ];
  return all.reduce((least, each) => (each.megabytes < least.megabytes ? each : least), UNKNOWN);
}

/** What the control groups of this process leave, those of version 1 and 2, with the groups that they lie in. */
function ofGroups(root: string): AvailableMemory[] {
  const lines = (read(path.join(root, 'proc/self/cgroup')) ?? '').split('\n');
  return lines.flatMap((line) => {
    const [, controllers = '', group = '/'] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers === '' && line.startsWith('0::'))
      return ofFolders(path.join(root, 'sys/fs/cgroup'), group, {
        most: 'memory.max',
        used: 'memory.current',
        cached: 'inactive_file',
      });
    if (!controllers.split(',').includes('memory')) return [];
    return ofFolders(path.join(root, 'sys/fs/cgroup/memory'), group, {
      most: 'memory.limit_in_bytes',
      used: 'memory.usage_in_bytes',
      cached: 'total_inactive_file',
    });
  });
}

/** Within a container its own group is often the top, whatever it is called outside. */
function ofFolders(
  top: string,
  group: string,
  names: { most: string; used: string; cached: string },
): AvailableMemory[] {
  const found: AvailableMemory[] = [];
  for (let at = path.join('/', group); ; at = path.dirname(at)) {
    const folder = path.join(top, at);
    const most = Number(read(path.join(folder, names.most)) ?? Number.NaN);
    const used = Number(read(path.join(folder, names.used)) ?? Number.NaN);
    const cached = amountIn(read(path.join(folder, 'memory.stat')) ?? '', names.cached) || 0;
    // No limit is a word in version 2, and a number beyond all memory in version 1.
    if (most < 2 ** 60) found.push(available(most, most - used + cached, 1));
    if (at === '/') return found;
  }
}

function available(total: number, left: number, unit: number): AvailableMemory {
  if (Number.isNaN(total) || Number.isNaN(left)) return UNKNOWN;
  return { share: left / total, megabytes: (left * unit) / 1024 / 1024 };
}

function amountIn(text: string, name: string): number {
  return Number(new RegExp(`^${name}\\s+(\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN);
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
