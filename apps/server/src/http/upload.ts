import multipart from '@fastify/multipart';
import { AppError } from '@tandem/api/core/errors';
import type { IncomingFile } from '@tandem/api/core/rest/row';
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
    limits: { files: 1, parts: 1, headerPairs: 20 },
    // Told below, at once, rather than when all has been read.
    throwFileSizeLimit: false,
  });
}

/**
 * The one file of a form, whose bytes come as they arrive.
 * @param megabytes how large it may be
 * @throws AppError `notMultipart`, `fileTooLarge`, `invalidInput` when the form begins with anything but a file
 */
export async function receiveFile(request: FastifyRequest, megabytes: number): Promise<IncomingFile> {
  const most = megabytes * 1024 * 1024;
  const tooLarge = () => new AppError('fileTooLarge', { megabytes });
  if (!request.isMultipart?.()) throw new AppError('notMultipart');
  if (Number(request.headers['content-length'] ?? 0) > most + FORM_BYTES) throw tooLarge();
  const parts = request.parts({ limits: { fileSize: most } });
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

/** A form that holds too much, breaks off, or is none is the caller's fault. */
function refuse(error: unknown): never {
  if (error instanceof AppError) throw error;
  throw new AppError('invalidInput', { reason: 'file: expected one file, whole' }, error);
}
