import { rungs } from '@tandem/api/agent/sandbox/ladder';

/** Runs a command without end in a rung, as a server would: `means` and the folder of its workspace are given. */
const [means, folder] = process.argv.slice(2) as [string, string];
const rung = rungs().find((each) => each.means === means);
if (!rung) throw new Error(`no rung ${means}`);
const session = await rung.backend.open(folder);
const signal = new AbortController().signal;
await session.run({ language: 'shell', code: 'echo ready > ready', timeoutMs: 60_000, signal });
process.stdout.write('ready\n');
await session.run({ language: 'shell', code: 'while true; do :; done', timeoutMs: 600_000, signal });
