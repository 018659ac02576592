import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Embedded, startEmbedded } from '@tandem/db/embedded/index';
import pg from 'pg';
import { expect } from 'vitest';
import { variables } from '../../apps/server/src/config/variables.ts';
import { freePort } from '../running/port.ts';
import { ourEnvironment } from '../running/server.ts';

const root = path.resolve(import.meta.dirname, '../..');
const unset = Object.fromEntries(Object.keys(variables).map((name) => [name, '']));
/** Milliseconds after which a program that has not exited is killed. */
const STUCK_MS = 60_000;
export const KEY = 'the key with which this installation was set up';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A folder and a database cluster in which tests run the server and its commands until they exit. */
export class Sandbox {
  readonly folder: string;
  readonly cluster: Embedded;

  private constructor(folder: string, cluster: Embedded) {
    this.folder = folder;
    this.cluster = cluster;
  }

  static async open(): Promise<Sandbox> {
    const folder = mkdtempSync(path.join(tmpdir(), 'tandem-mistakes-'));
    chmodSync(folder, 0o755);
    return new Sandbox(folder, await startEmbedded({ dir: path.join(folder, 'cluster'), log: () => {} }));
  }

  async close(): Promise<void> {
    await this.cluster.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** Runs the server or a command until it exits; a server that becomes ready is told to stop. */
  async run(env: Record<string, string>, file = 'main.ts', args: string[] = []): Promise<Ended> {
    const child = spawn(process.execPath, [path.join(root, 'apps/server/src', file), ...args], {
      cwd: root,
      env: {
        ...ourEnvironment,
        ...unset,
        DATA_DIR: path.join(this.folder, 'data'),
        PORT: String(await freePort()),
        ...env,
      },
    });
    const ended: Ended = { code: null, stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      ended.stdout += text;
      if (text.includes('Ready in')) child.kill('SIGTERM');
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      ended.stderr += text;
    });
    const stuck = setTimeout(() => child.kill('SIGKILL'), STUCK_MS);
    ended.code = await new Promise((resolve) => child.once('close', resolve));
    clearTimeout(stuck);
    return ended;
  }

  /** Creates a database in the cluster; returns its URL. */
  async databaseOf(name: string, options = '', statements = ''): Promise<string> {
    const admin = new pg.Client({ connectionString: this.cluster.url });
    await admin.connect();
    await admin.query(`create database "${name}" ${options}`);
    await admin.end();
    const url = this.cluster.url.replace(/\/tandem(?=\?)/, `/${name}`);
    if (statements !== '') {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(statements);
      await client.end();
    }
    return url;
  }
}

/** Expects one line that matches, without a stack, an error name or a password. */
export function expectSentence(text: string, sentence: RegExp): void {
  const lines = text.split('\n').filter((line) => line !== '' && !/Warning|--trace-/.test(line));
  expect(lines, text).toHaveLength(1);
  expect(lines[0]).toMatch(sentence);
  expect(text).not.toMatch(/^\s+at |Error:|hush|hu#sh/m);
}
