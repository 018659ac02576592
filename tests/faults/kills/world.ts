import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processesOf } from '@tandem/api/agent/sandbox/process-tree';
import { startEmbedded } from '@tandem/db/embedded/index';
import { type FakeMcp, startFakeMcp } from '../../fakes/mcp/server.ts';
import { startFakeProvider } from '../../fakes/provider/server.ts';
import { until } from '../../running/live.ts';
import type { Person } from '../../running/people.ts';
import { postmasterOf } from '../../running/postmaster.ts';
import { type RunningServer, startServerProcess } from '../../running/server.ts';
import { startWithOwner } from '../../running/with-owner.ts';

/** What a kill meets: a server, the database with all its sessions, one session of it, or a command of an agent. */
export type Victim = 'server' | 'database' | 'session' | 'sandbox';

/** One or two servers on a database, with an owner, a notebook outside, and all that can be killed. */
export interface World {
  servers: RunningServer[];
  person: Person;
  appId: string;
  notebook: FakeMcp;
  /**
   * Kills with signal 9.
   * @param chance numbers below 1
   * @returns false where there was nobody to kill
   */
  kill(victim: Victim, chance: () => number): Promise<boolean>;
  close(): Promise<void>;
}

const SANDBOX_MS = 10_000;

/** Opens one; two servers share a folder and a database that this process runs. */
export async function openWorld(servers: 1 | 2): Promise<World> {
  const cleanUps: (() => unknown)[] = [];
  const close = async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  };
  try {
    return { ...(await open(servers, cleanUps)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(count: 1 | 2, cleanUps: (() => unknown)[]): Promise<Omit<World, 'close'>> {
  const provider = await startFakeProvider({ delayMs: 2 });
  cleanUps.push(() => provider.close());
  const notebook = await startFakeMcp({ delayMs: 100 });
  cleanUps.push(() => notebook.close());
  const folder = mkdtempSync(path.join(tmpdir(), 'tandem-kills-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const settings: Record<string, string> = {
    OPENAI_BASE_URL: provider.url,
    TOOL_PRIVATE_HOSTS: '127.0.0.1',
  };
  if (count === 2) {
    settings.SECRET_KEY = 'a secret that both servers of this test share';
    settings.DATA_DIR = folder;
    const cluster = await startEmbedded({ dir: path.join(folder, 'postgres'), log: () => {} });
    cleanUps.push(() => cluster.stop());
    settings.DATABASE_URL = cluster.url;
  }
  const opened = await startWithOwner(settings);
  cleanUps.push(() => opened.close());
  const all = [opened.server];
  const databaseIn = path.join(count === 2 ? folder : opened.server.dataDir, 'postgres');
  if (count === 2) {
    const second = await startServerProcess(opened.settings);
    cleanUps.push(() => second.dispose());
    all.push(second);
  }
  const { person, appId } = opened;
  await offerNotes(opened.server, person, notebook);
  return { servers: all, person, appId, notebook, kill: (victim, chance) => kill(victim, chance) };

  async function kill(victim: Victim, chance: () => number): Promise<boolean> {
    const one = <T>(list: readonly T[]) => list[Math.floor(chance() * list.length)];
    if (victim === 'server') {
      const server = one(all);
      await server?.kill();
      return server !== undefined;
    }
    if (victim === 'sandbox') {
      const found = await until('a command runs', () => sandboxed(all), SANDBOX_MS).catch(() => []);
      await sleep(chance() * 60);
      return ended(one(found));
    }
    const postmaster = await until('the database runs', () => postmasterOf(databaseIn));
    return ended(victim === 'database' ? postmaster : one(processesOf(postmaster).slice(1)));
  }
}

/** A tool that writes somewhere else, so that nobody here knows whether a killed call wrote. */
async function offerNotes(server: RunningServer, { api: { trpc } }: Person, notebook: FakeMcp) {
  const { id: serverId } = await trpc.mcp.create.mutate({ name: 'Notebook', url: notebook.url });
  const { tools } = await trpc.mcp.refresh.mutate({ serverId });
  const toolId = tools.find(({ name }) => name === 'write_note')?.id as string;
  await trpc.mcp.setTool.mutate({ toolId, enabled: true });
  const { db } = await server.database();
  await db.updateTable('mcp_tool').set({ needsApproval: false }).where('id', '=', toolId).execute();
  await db
    .updateTable('assistant')
    .set({ tools: JSON.stringify([`mcp:${toolId}`]) })
    .execute();
}

/** Processes of agents' commands: each is below a shell that watches over it, or is that shell. */
function sandboxed(servers: readonly RunningServer[]): number[] | null {
  const found = servers.flatMap((server) => {
    const pid = server.pid();
    return pid === null ? [] : processesOf(pid).filter(isInSandbox);
  });
  return found.length > 0 ? found : null;
}

function isInSandbox(pid: number): boolean {
  try {
    return /\0(?:bash|--unshare-[a-z]+)\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return false;
  }
}

function ended(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
