import { readFileSync } from 'node:fs';
import { Bash, MountableFs } from 'just-bash';
import type { EmbeddedRequest } from './embedded.ts';
import { WORKSPACE } from './sandbox.ts';
import { WorkspaceFs } from './workspace-fs.ts';

/**
 * Runs one command in the embedded shell, in a process of its own: no other part of the server loads it. Its only
 * argument is the workspace's folder; the command comes by descriptor 3.
 */
const folder = process.argv[2] as string;
/** Megabytes of one file that a command may read. */
const MAX_READ_MB = 64;
/** Has Python find what it imports in the workspace, and leave nothing there for it. */
const PYTHON_PATH = `import sys\nsys.dont_write_bytecode = True\nsys.path.insert(0, '/host${WORKSPACE}')\n`;
/** What this process bounds by itself is far beyond what its parent allows. */
const MANY = 100_000_000;

// Only a shell of its own gives a file system the usual folders.
const fs = new MountableFs({
  base: new Bash({ python: true, javascript: true }).fs,
  mounts: [
    {
      mountPoint: WORKSPACE,
      filesystem: new WorkspaceFs({ root: folder, maxFileReadSize: MAX_READ_MB * 1024 * 1024 }),
    },
  ],
});
// Waits for the command, with all that takes long behind it.
const { language, code, timeoutMs }: EmbeddedRequest = JSON.parse(readFileSync(3, 'utf8'));
const shell = new Bash({
  fs,
  cwd: WORKSPACE,
  env: { HOME: WORKSPACE, USER: 'agent', LANG: 'C.UTF-8', PATH: '/usr/bin:/bin', TMPDIR: '/tmp' },
  python: true,
  javascript: true,
  executionLimits: {
    maxCommandCount: MANY,
    maxLoopIterations: MANY,
    maxAwkIterations: MANY,
    maxWorkUnits: MANY,
    maxPythonTimeoutMs: timeoutMs,
    maxJsTimeoutMs: timeoutMs,
    maxSqliteTimeoutMs: timeoutMs,
  },
});

const { stdout, stderr, exitCode } = await run();
await write(process.stdout, stdout);
await write(process.stderr, stderr);
process.exit(exitCode);

async function run() {
  if (language === 'shell') return shell.exec(code, { rawScript: true });
  const file = language === 'python' ? '/tmp/main.py' : '/tmp/main.mjs';
  await fs.writeFile(file, language === 'python' ? PYTHON_PATH + code : code);
  return shell.exec(language === 'python' ? `python3 ${file}` : `js-exec ${file}`);
}

function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => stream.write(text, () => resolve()));
}
