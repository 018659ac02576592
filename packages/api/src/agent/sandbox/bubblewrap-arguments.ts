import { lstatSync, readlinkSync } from 'node:fs';
import type { SandboxLimits } from './sandbox.ts';
import { WORKSPACE } from './sandbox.ts';

/**
 * How bubblewrap is run: by root, who then becomes an account of the sandbox's own; or by anyone within a user
 * namespace, inside which no further ones can be made where bubblewrap knows how.
 */
export type BubblewrapMode = 'root' | 'closed-user' | 'user';

export interface Mount {
  /** On this machine; read only. */
  from: string;
  to: string;
}

export interface BubblewrapOptions {
  mode: BubblewrapMode;
  folder: string;
  /** The account commands run as in mode `root`. */
  uid: number;
  /** Number of the descriptor with the filter of system calls. */
  seccomp: number | null;
  mounts: readonly Mount[];
  /** Files whose content comes from a descriptor. */
  files: readonly { descriptor: number; to: string }[];
  environment: Record<string, string>;
  limits: SandboxLimits;
  /** Megabytes that one process may allocate. */
  dataMb: number;
  /** Seconds of processor that one process may use. */
  cpuSeconds: number;
}

const TMP_BYTES = 64 * 1024 * 1024;
const SHARED_BYTES = 16 * 1024 * 1024;
const folders = ['/etc', '/run', '/run/code', '/opt', '/opt/node', '/opt/node/bin', '/app'];
const NAMESPACES = ['ipc', 'pid', 'net', 'uts', 'cgroup-try'];

/** Arguments of bubblewrap for a command, without the command itself. */
export function bubblewrapArguments(options: BubblewrapOptions): string[] {
  const { mode, folder, seccomp, mounts, files, environment } = options;
  return [
    ...NAMESPACES.map((name) => `--unshare-${name}`),
    ...(mode === 'root'
      ? ['--cap-drop', 'ALL', ...capabilities.flatMap((name) => ['--cap-add', name])]
      : ['--unshare-user', '--uid', '65534', '--gid', '65534', '--cap-drop', 'ALL']),
    ...(mode === 'closed-user' ? ['--disable-userns'] : []),
    ...['--die-with-parent', '--new-session', '--hostname', 'sandbox', '--clearenv'],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(seccomp === null ? [] : ['--seccomp', String(seccomp)]),
    // Those that bubblewrap makes on the way are for root alone.
    ...folders.flatMap((name) => ['--perms', '0755', '--dir', name]),
    ...systemFolders(),
    ...mounts.flatMap(({ from, to }) => ['--ro-bind', from, to]),
    ...files.flatMap(({ descriptor, to }) => ['--perms', '0444', '--ro-bind-data', String(descriptor), to]),
    // Everything that lies in memory is bounded: nobody is charged with it.
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--perms', '1777', '--size', String(SHARED_BYTES), '--tmpfs', '/dev/shm'],
    ...['--perms', '1777', '--size', String(TMP_BYTES), '--tmpfs', '/tmp'],
    ...['--bind', folder, WORKSPACE],
    // The folder belongs to the account, and root has given up what would let it in all the same.
    ...(mode === 'root' ? [] : ['--chdir', WORKSPACE]),
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--'],
    ...boundedBy(options),
  ];
}

/** What root needs to become another account, which then has none. */
const capabilities = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'];

function boundedBy({ mode, uid, limits, dataMb, cpuSeconds }: BubblewrapOptions): string[] {
  const own = ['--reuid', `${uid}`, '--regid', `${uid}`, '--clear-groups'];
  return [
    ...(mode === 'root' ? ['setpriv', ...own, '--inh-caps', '-all', '--bounding-set', '-all', '--'] : []),
    ...(mode === 'root' ? ['sh', '-c', `cd ${WORKSPACE} && exec "$@"`, 'sh'] : []),
    'prlimit',
    `--data=${dataMb * 1024 * 1024}`,
    `--nproc=${limits.processes}`,
    `--fsize=${limits.fileBytes}`,
    ...['--nofile=256', '--core=0', `--cpu=${cpuSeconds}`, '--'],
  ];
}

/** Programs and libraries of this machine, with the links at the top as they are here. */
function systemFolders(): string[] {
  const top = ['/bin', '/sbin', '/lib', '/lib32', '/lib64'].flatMap((name) => {
    const found = lstatSync(name, { throwIfNoEntry: false });
    if (!found) return [];
    return found.isSymbolicLink() ? ['--symlink', readlinkSync(name), name] : ['--ro-bind', name, name];
  });
  const settings = ['/etc/alternatives', '/etc/ld.so.cache'];
  return ['--ro-bind', '/usr', '/usr', ...top, ...settings.flatMap((name) => ['--ro-bind-try', name, name])];
}
