import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Embedded, startEmbedded } from '@tandem/db/embedded/index';
import pg from 'pg';
import { expect } from 'vitest';
import { variables } from '../../apps/server/src/config/variables.ts';
import { freePort } from '../running/port.ts';

const root = path.resolve(import.meta.dirname, '../..');
const unset = Object.fromEntries(Object.keys(variables).map((name) => [name, '']));
/** A program that has not ended by then never will. */
const STUCK_MS = 60_000;
export const KEY = 'the key with which this installation was set up';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A folder and a database cluster in which an operator's programs run to their end. */
export class Premises {
  readonly folder: string;
  readonly cluster: Embedded;

  private constructor(folder: string, cluster: Embedded) {
    this.folder = folder;
    this.cluster = cluster;
  }

  static async open(): Promise<Premises> {
    const folder = mkdtempSync(path.join(tmpdir(), 'tandem-mistakes-'));
    chmodSync(folder, 0o755);
    return new Premises(folder, await startEmbedded({ dir: path.join(folder, 'cluster'), log: () => {} }));
  }

  async close(): Promise<void> {
    await this.cluster.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** Runs one of the server's programs to its end; one that starts all the same is told to stop. */
  async run(env: Record<string, string>, file = 'main.ts', args: string[] = []): Promise<Ended> {
    const child = spawn(process.execPath, [path.join(root, 'apps/server/src', file), ...args], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
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

  /** A database of its own within the cluster. */
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

/** Nothing but sentences: no stack, no name of an error, no password. */
export function expectSentence(text: string, sentence: RegExp): void {
  const lines = text.split('\n').filter((line) => line !== '' && !/Warning|--trace-/.test(line));
  expect(lines, text).toHaveLength(1);
  expect(lines[0]).toMatch(sentence);
  expect(text).not.toMatch(/^\s+at |Error:|hush|hu#sh/m);
}
