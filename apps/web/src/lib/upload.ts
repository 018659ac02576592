import { errorCatalogue } from '@tandem/shared/error/catalogue';
import * as z from 'zod';
import { callFailed } from './call-failed.ts';
import {
  describeError,
  HttpError,
  isOpaqueStatus,
  isUnauthorised,
  RequestError,
  say,
  UnreachableError,
} from './errors.ts';
import { dataOf } from './request.ts';
import { readBearer } from './session/bearer.ts';
import { uploadMegabytes } from './system-setting.ts';

/** A file as the server has it. */
const uploadedSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  mediaType: z.string(),
  size: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  url: z.string(),
});
export type Uploaded = z.output<typeof uploadedSchema>;

export interface UploadOptions {
  signal: AbortSignal;
  /** Called with the uploaded share, from 0 to 1. */
  onProgress(share: number): void;
}

/** The file on the person's disk is gone, or was changed since it was chosen. */
export class FileChangedError extends Error {
  constructor(cause: unknown) {
    super('The file is gone or has changed', { cause });
    this.name = 'FileChangedError';
  }
}

/**
 * Sends one file to the page's own server. Its failures are the caller's to show, but for the end of the session.
 * @throws RequestError, HttpError, UnreachableError; an AbortError once `signal` says so
 */
export async function uploadFile(
  file: Blob,
  name: string,
  { signal, onProgress }: UploadOptions,
): Promise<Uploaded> {
  const bearer = await readBearer();
  signal.throwIfAborted();
  try {
    return uploadedSchema.parse(await send(formOf(file, name), bearer, signal, onProgress));
  } catch (error) {
    if (isUnauthorised(error)) callFailed(error, { kind: 'mutation', ownSession: true }, {});
    throw error;
  }
}

/** The server's refusal of a file that is too large, known without sending it; null for any other. */
export function refusalOf({ size }: Blob): RequestError | null {
  const megabytes = uploadMegabytes();
  if (size <= megabytes * 1024 * 1024) return null;
  const { code, status } = errorCatalogue.fileTooLarge;
  return new RequestError(status, { code, params: { megabytes } });
}

/** Why an upload failed: the server's own sentence, which names its bounds, where there is one. */
export function describeUpload(error: unknown): string {
  if (error instanceof FileChangedError)
    return say('source:upload.changed', 'The file is gone or has changed. Choose it again.');
  return error instanceof RequestError && error.msg !== '' ? error.msg : describeError(error);
}

function formOf(file: Blob, name: string): FormData {
  const form = new FormData();
  form.set('file', file, name);
  return form;
}

/** Uses XMLHttpRequest, since `fetch` reports no upload progress. */
function send(
  form: FormData,
  bearer: string | null,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('POST', '/api/files/upload');
    call.setRequestHeader('accept', 'application/json');
    if (bearer) call.setRequestHeader('authorization', `Bearer ${bearer}`);
    call.responseType = 'json';
    call.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    const abort = () => call.abort();
    signal.addEventListener('abort', abort, { once: true });
    call.onloadend = () => signal.removeEventListener('abort', abort);
    call.onerror = () => reject(new UnreachableError(new TypeError('upload failed')));
    call.onabort = () => reject(signal.reason ?? new DOMException('aborted', 'AbortError'));
    call.onload = () => {
      try {
        if (isOpaqueStatus(call.status))
          throw new HttpError(call.status, call.getResponseHeader('content-type'));
        resolve(dataOf(call.status, call.response));
      } catch (error) {
        reject(error);
      }
    };
    call.send(form);
  });
}
