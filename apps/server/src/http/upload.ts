import multipart from '@fastify/multipart';
import { AppError } from '@tandem/api/core/errors';
import type { IncomingFile } from '@tandem/api/core/rest/row';
import { MAX_FILE_BYTES, MAX_FILE_MEGABYTES } from '@tandem/shared/file/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What a form may add to its one file. */
const FORM_BYTES = 16 * 1024;

/**
 * Has the rows of this scope take multipart/form-data, and nothing else as a body. What is no form reaches its row
 * unread, so that strangers are told to sign in before anything else.
 */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // What is left of a form that was refused is thrown away as it comes: its sender, who still writes, would else
  // never read the answer, and the connection would serve nobody else.
  scope.addHook('onResponse', async (request) => {
    request.raw.resume();
  });
  await scope.register(multipart, {
    limits: { files: 1, parts: 1, fileSize: MAX_FILE_BYTES, headerPairs: 20 },
    // Told below, at once, rather than when all has been read.
    throwFileSizeLimit: false,
  });
}

/**
 * The one file of a form, whose bytes come as they arrive.
 * @throws AppError `notMultipart`, `fileTooLarge`, `invalidInput` when the form begins with anything but a file
 */
export async function receiveFile(request: FastifyRequest): Promise<IncomingFile> {
  if (!request.isMultipart?.()) throw new AppError('notMultipart');
  if (Number(request.headers['content-length'] ?? 0) > MAX_FILE_BYTES + FORM_BYTES) throw tooLarge();
  const parts = request.parts();
  const next = () => parts.next().catch(refuse);
  const { value: part } = await next();
  if (part?.type !== 'file' || part.fieldname !== 'file')
    throw new AppError('invalidInput', { reason: 'file: expected one file in this field' });
  const content = part.file;
  content.once('limit', () => content.destroy(tooLarge()));
  return {
    name: part.filename ?? '',
    content,
    async end() {
      const { done } = await next();
      if (!done) throw new AppError('invalidInput', { reason: 'file: expected nothing beside it' });
    },
  };
}

function tooLarge(): AppError {
  return new AppError('fileTooLarge', { megabytes: MAX_FILE_MEGABYTES });
}

/** A form that holds too much, breaks off, or is none is the caller's fault. */
function refuse(error: unknown): never {
  if (error instanceof AppError) throw error;
  throw new AppError('invalidInput', { reason: 'file: expected one file, whole' }, error);
}
