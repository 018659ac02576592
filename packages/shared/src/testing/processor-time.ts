import process from 'node:process';

/**
 * What `work` cost this process, in milliseconds of processor time: unlike the clock on the wall, it does not run
 * on while a busy machine lets others go first.
 */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
