import { realpathSync } from 'node:fs';
import { NODE, NODE_RESERVES_MB } from './bubblewrap.ts';
import { type BubblewrapMode, bubblewrapArguments } from './bubblewrap-arguments.ts';
import { type EmbeddedPaths, type EmbeddedProgram, embeddedArguments, here } from './embedded.ts';
import { WORKSPACE } from './sandbox.ts';
import { seccompFilter } from './seccomp.ts';
import { shellPackages } from './shell-packages.ts';

/** Where a child in a namespace of its own finds what it loads. */
const modules = '/app/node_modules';
const inside: EmbeddedPaths = { packages: [modules], code: '/app/sandbox', folder: WORKSPACE };
const environment = { HOME: '/tmp', PATH: '/usr/bin:/bin' };
const CPU_SECONDS = 3_600;

/** The embedded shell inside bubblewrap, for machines without Bash or Python. */
export function inBubblewrap(bwrap: string, mode: BubblewrapMode): EmbeddedProgram {
  return ({ folder, uid, limits }) => {
    const filter = seccompFilter();
    const args = bubblewrapArguments({
      ...{ mode, folder, limits, environment, files: [] },
      uid: uid ?? 0,
      // After the command, which is the first.
      seccomp: filter ? 4 : null,
      mounts: [NODE, { from: here.modules, to: modules }, { from: here.code, to: inside.code }],
      dataMb: limits.memoryMb + NODE_RESERVES_MB,
      cpuSeconds: CPU_SECONDS,
    });
    return {
      file: bwrap,
      args: [...args, NODE.to, ...embeddedArguments(inside)],
      inputs: [null, ...(filter ? [filter] : [])],
    };
  };
}

/**
 * Makes a root of its own for the command that follows: `$1` to `$4` are the workspace, the modules, the code and Node.
 * Runs as the first process of its namespaces and stays it, so that everything ends with it.
 */
const script = `
set -e
workspace=$1; modules=$2; code=$3; node=$4; shift 4
mount --make-rprivate /
mount -t tmpfs -o size=1m,mode=755,nosuid,nodev tmpfs /mnt
cd /mnt
mkdir -p usr app/node_modules app/sandbox opt/node/bin workspace tmp dev old proc
touch opt/node/bin/node dev/null dev/zero dev/random dev/urandom
show() {
  mount --bind "$1" "$2"
  mount -o remount,bind,ro,nosuid "$2" 2>/dev/null || mount -o remount,bind,ro,nosuid,nodev "$2"
}
show /usr usr
show "$modules" app/node_modules
show "$code" app/sandbox
show "$node" opt/node/bin/node
for name in bin sbin lib lib64; do
  if [ -L "/$name" ]; then ln -s "$(readlink "/$name")" "$name"
  elif [ -d "/$name" ]; then mkdir "$name"; show "/$name" "$name"; fi
done
for name in null zero random urandom; do mount --bind "/dev/$name" "dev/$name"; done
mount -t tmpfs -o size=16m,mode=1777,nosuid,nodev tmpfs tmp
mount --bind "$workspace" workspace
mount -o remount,bind,nosuid,nodev workspace
# The programs that mount look there.
mount -t proc proc proc
pivot_root . old
umount -l /old
mount -o remount,bind,ro,nosuid,nodev /
umount -l /proc
cd /
"$@"
`;

/** The embedded shell in namespaces made by `unshare`. */
export function inNamespaces(): EmbeddedProgram {
  return ({ folder, uid, limits }) => ({
    file: 'unshare',
    args: [
      ...(uid === null ? ['--user', '--map-root-user'] : []),
      ...['--mount', '--net', '--ipc', '--uts', '--pid', '--fork', '--kill-child=SIGKILL', '--'],
      ...['sh', '-c', script, 'sh', folder, here.modules, here.code, NODE.from],
      ...['setpriv', ...(uid === null ? [] : ['--reuid', `${uid}`, '--regid', `${uid}`, '--clear-groups'])],
      ...['--no-new-privs', '--inh-caps', '-all', '--bounding-set', '-all'],
      // The account that made the namespace is its root, whose programs have all rights in it unless told.
      ...(uid === null ? ['--securebits', '+noroot,+noroot_locked'] : []),
      ...[
        '--',
        'prlimit',
        `--data=${(limits.memoryMb + NODE_RESERVES_MB) * 1024 * 1024}`,
        `--nproc=${limits.processes}`,
      ],
      ...[`--fsize=${limits.fileBytes}`, '--nofile=256', '--core=0', '--', NODE.to],
      ...embeddedArguments(inside),
    ],
    inputs: [null],
  });
}

/** The embedded shell in a process that shares this machine's files and network with the server, held by Node alone. */
export function inProcess(): EmbeddedProgram {
  return ({ folder, uid }) => ({
    file: process.execPath,
    args: embeddedArguments({
      packages: shellPackages(here.modules),
      code: here.code,
      folder: realpathSync(folder),
    }),
    inputs: [null],
    ...(uid !== null && { uid }),
  });
}
