/**
 * System calls that nothing in a workspace needs, with their numbers on x64 and arm64: other namespaces and mounts, other
 * processes, keys, programs for the kernel, memory that belongs to no process, and what concerns the whole machine.
 * Null where an architecture lacks one.
 */
const refused: Record<string, [x64: number | null, arm64: number | null]> = {
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  // Memory that no process is charged with, so that nobody would notice how much there is.
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  msgget: [68, 186],
  semget: [64, 190],
  mq_open: [240, 180],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  acct: [163, 89],
  quotactl: [179, 60],
  syslog: [103, 116],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  uselib: [134, null],
};

interface Architecture {
  /** As the kernel names it to filters. */
  audit: number;
  column: 0 | 1;
  clone: number;
  /** From this number on, calls have another meaning (x32). */
  foreign: number | null;
}

const architectures: Partial<Record<string, Architecture>> = {
  x64: { audit: 0xc000003e, column: 0, clone: 56, foreign: 0x40000000 },
  arm64: { audit: 0xc00000b7, column: 1, clone: 220, foreign: null },
};

const CLONE3 = 435;
/** Flags of `clone` that make a namespace. */
const NEW_NAMESPACES = 0x7e020000;

const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const refuse = (errno: number) => 0x00050000 | errno;
const EPERM = 1;
const ENOSYS = 38;

/** Instructions of the kernel's packet filters. */
const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN = 0x06;
/** Offsets in what a filter sees: the number, the architecture, the low half of the first argument. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;

type Instruction = [code: number, ifTrue: number, ifFalse: number, value: number];

/**
 * Makes the filter of system calls for a sandbox, in the form that bubblewrap takes.
 * @returns null for an architecture whose numbers are not listed
 */
export function seccompFilter(architecture: string = process.arch): Uint8Array | null {
  const known = architectures[architecture];
  if (!known) return null;
  const numbers = Object.values(refused)
    .map((each) => each[known.column])
    .filter((each) => each !== null);
  const program: Instruction[] = [
    [LOAD, 0, 0, ARCHITECTURE],
    [JUMP_IF_EQUAL, 1, 0, known.audit],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, NUMBER],
  ];
  if (known.foreign !== null)
    program.push([JUMP_IF_AT_LEAST, 0, 1, known.foreign], [RETURN, 0, 0, refuse(ENOSYS)]);
  for (const number of numbers) program.push([JUMP_IF_EQUAL, 0, 1, number], [RETURN, 0, 0, refuse(EPERM)]);
  program.push(
    // Its flags are out of a filter's sight; libraries fall back to `clone`.
    [JUMP_IF_EQUAL, 0, 1, CLONE3],
    [RETURN, 0, 0, refuse(ENOSYS)],
    [JUMP_IF_EQUAL, 0, 3, known.clone],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    [JUMP_IF_ANY_BIT, 0, 1, NEW_NAMESPACES],
    [RETURN, 0, 0, refuse(EPERM)],
    [RETURN, 0, 0, ALLOW],
  );
  return encoded(program);
}

function encoded(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, ifTrue, ifFalse, value], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  });
  return bytes;
}
