import multipart from '@fastify/multipart';
import { AppError } from '@tandem/api/core/errors';
import type { IncomingFile, IncomingForm } from '@tandem/api/core/rest/row';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Maximum bytes of a form besides its file. */
const FORM_BYTES = 16 * 1024;

/**
 * Makes this scope's rows accept multipart/form-data, and no other body. Anything else reaches its row
 * unread, so that strangers are first told to sign in.
 */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // Discards the rest of a refused form: its sender, still writing, would otherwise never read the answer,
  // and block the connection.
  scope.addHook('onResponse', async (request) => {
    request.raw.resume();
  });
  await scope.register(multipart, {
    limits: { files: 1, parts: 1, headerPairs: 20 },
    // Reported below immediately, rather than when everything has been read.
    throwFileSizeLimit: false,
  });
}

/**
 * Returns the single file of a form, as a stream.
 * @param megabytes maximum size
 * @throws AppError `notMultipart`, `fileTooLarge`, `invalidInput` when the form begins with anything but a
 * file
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

/** Files, and text fields, of one form. */
const MAX_FILES = 50;
const MAX_FIELDS = 8;

/**
 * Returns the fields and the files of a form whose files are all named `file`.
 * @param megabytes maximum size of each file
 * @throws AppError `notMultipart`, `invalidInput`; the files throw `fileTooLarge`
 */
export async function receiveForm(request: FastifyRequest, megabytes: number): Promise<IncomingForm> {
  if (!request.isMultipart?.()) throw new AppError('notMultipart');
  const most = megabytes * 1024 * 1024;
  const limits = { fileSize: most, files: MAX_FILES, fields: MAX_FIELDS, parts: MAX_FILES + MAX_FIELDS };
  const parts = request.parts({ limits: { ...limits, fieldSize: 1_000 } });
  const next = async () => {
    const { value } = await parts.next().catch(refuse);
    if (value?.type === 'file' && value.fieldname !== 'file')
      throw new AppError('invalidInput', { reason: 'file: expected files in this field' });
    return value;
  };
  const fields: Record<string, string> = {};
  let part = await next();
  for (; part?.type === 'field'; part = await next()) fields[part.fieldname] = String(part.value);
  if (!part) throw new AppError('invalidInput', { reason: 'file: expected at least one file' });
  async function* files() {
    for (; part; part = await next()) {
      if (part.type !== 'file')
        throw new AppError('invalidInput', { reason: `${part.fieldname}: expected before the files` });
      const { file: content, filename } = part;
      content.once('limit', () => content.destroy(new AppError('fileTooLarge', { megabytes })));
      yield { name: filename ?? '', content, end: async () => {} };
    }
  }
  return { fields, files: files() };
}

/** A form that is too large, truncated or invalid is the caller's error. */
function refuse(error: unknown): never {
  if (error instanceof AppError) throw error;
  throw new AppError('invalidInput', { reason: 'file: expected one file, whole' }, error);
}
