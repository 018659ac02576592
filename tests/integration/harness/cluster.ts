import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createJobs } from '@tandem/api/core/jobs/pg-boss';
import type { Logger } from '@tandem/api/core/log';
import type { Platform } from '@tandem/api/core/platform';
import { connect } from '@tandem/db';
import { startEmbedded } from '@tandem/db/embedded/index';
import { migrate } from '@tandem/db/migrate';
import type { TestProject } from 'vitest/node';
import { databaseOn, dropDatabases, execute } from './databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The PostgreSQL server of this run, the migrated database of which servers get copies, whose names begin with
     * its name, and the folder for the files of all servers.
     */
    cluster: { url: string; template: string; dir: string };
  }
}

const silent: Logger = { error() {}, warn() {}, info() {}, debug() {}, child: () => silent };

/**
 * Vitest's global set-up: one PostgreSQL server for the run (the embedded one, or that of DATABASE_URL) with one
 * migrated template database.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(path.join(tmpdir(), 'tandem-run-'));
  const { url, stop } = await open(path.join(dir, 'postgres'));
  const template = `tandem_test_${randomUUID().slice(0, 8)}`;
  await execute(url, `create database "${template}"`);
  const database = connect({ url: databaseOn(url, template), maxConnections: 2 });
  await migrate(database.db);
  // With the queue's tables, which every server would make by itself.
  await (await createJobs(database, [], { log: silent } as Platform)).close();
  await database.close();
  project.provide('cluster', { url, template, dir });
  return async () => {
    if (process.env.DATABASE_URL) await dropDatabases(url, template);
    await stop();
    rmSync(dir, { recursive: true, force: true });
  };
}

async function open(dir: string): Promise<{ url: string; stop(): Promise<void> }> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, stop: async () => {} };
  // These tests do not check durability after a power cut.
  const settings = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off'];
  // Long enough for a call on a busy machine to meet the change that it is raced against.
  settings.push('shared_buffers=256MB', 'max_connections=200', 'deadlock_timeout=5s');
  const flags = settings.flatMap((setting) => ['-c', setting]);
  return startEmbedded({ dir, log: () => {}, flags });
}
