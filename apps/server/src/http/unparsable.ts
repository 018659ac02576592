import type { Socket } from 'node:net';
import { AppError } from '@tandem/api/core/errors';
import { describeError } from '@tandem/api/core/language';
import type { ErrorKey } from '@tandem/shared/error/catalogue';

const answers: Record<string, { line: string; key: ErrorKey }> = {
  HPE_HEADER_OVERFLOW: { line: '431 Request Header Fields Too Large', key: 'headersTooLarge' },
  ERR_HTTP_REQUEST_TIMEOUT: { line: '408 Request Timeout', key: 'badRequest' },
};
const otherwise: { line: string; key: ErrorKey } = { line: '400 Bad Request', key: 'badRequest' };

/** Answers a request Node could not parse, in the envelope, and hangs up. */
export function answerUnparsable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { line, key } = answers[error.code ?? ''] ?? otherwise;
  const { code, msg } = describeError(new AppError(key), 'en');
  const body = JSON.stringify({ code, msg, data: null });
  const head = [
    `HTTP/1.1 ${line}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
