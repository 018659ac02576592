import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from '@tandem/db';
import { startEmbedded } from '@tandem/db/embedded/index';
import { migrate } from '@tandem/db/migrate';
import type { TestProject } from 'vitest/node';
import { databaseOn, execute } from './databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of this run, and the migrated database from which each test file gets a copy. */
    cluster: { url: string; template: string };
  }
}

/**
 * Vitest's global set-up: one PostgreSQL server for the run (the embedded one, or that of DATABASE_URL) with one
 * migrated template database.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await open();
  const template = `tandem_template_${randomUUID().slice(0, 8)}`;
  await execute(url, `create database "${template}"`);
  const database = connect({ url: databaseOn(url, template), maxConnections: 2 });
  await migrate(database.db);
  await database.close();
  project.provide('cluster', { url, template });
  return async () => {
    await execute(url, `drop database if exists "${template}" with (force)`);
    await stop();
  };
}

async function open(): Promise<{ url: string; stop(): Promise<void> }> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, stop: async () => {} };
  const dir = mkdtempSync(path.join(tmpdir(), 'tandem-cluster-'));
  // What is tested here is not whether a power cut loses rows.
  const flags = ['-c', 'fsync=off', '-c', 'max_connections=200'];
  const embedded = await startEmbedded({ dir, log: () => {}, flags });
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
