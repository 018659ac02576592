import { OperatorError } from '@tandem/db/operator-error';
import type { FastifyInstance } from 'fastify';

const reasons: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_host, port) =>
    `The port is taken by another program. Stop it, or choose another by PORT, as in: PORT=${port === 3_000 ? 3_001 : port + 1} npm start`,
  EADDRNOTAVAIL: (host) =>
    `This machine does not have the address ${host}. Set HOST to one of its own, or to 0.0.0.0 for every one.`,
  EACCES: (_host, port) => `Only root may listen on port ${port}. Choose a PORT above 1023.`,
  ENOTFOUND: (host) =>
    `Nobody knows the name ${host}. Set HOST to an address of this machine, or to 0.0.0.0 for every one.`,
};

/**
 * Listens at the configured address.
 * @throws OperatorError about HOST and PORT
 */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = reasons[code === 'EAI_AGAIN' || code === 'EAI_FAIL' ? 'ENOTFOUND' : code];
    throw reason ? new OperatorError(reason(host, port), error) : error;
  }
}
