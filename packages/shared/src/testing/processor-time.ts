import process from 'node:process';

/**
 * Returns the processor time of `work` in milliseconds: unlike wall time, it is unaffected by other load on
 * the machine.
 */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
