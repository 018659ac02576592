import { ToolError } from '../../ai/tools/types.ts';
import { AppError } from '../../core/errors.ts';
import { MAX_FILES, MAX_TOTAL_BYTES } from '../files/entries.ts';
import { pathProblem } from '../files/path.ts';

/**
 * Judges a path of a model.
 * @returns it in Unicode's composed form
 * @throws ToolError
 */
export function judgedPath(path: string): string {
  const problem = pathProblem(path);
  if (problem) throw new ToolError(`The path is refused: ${problem}. Paths begin at the top of the files.`);
  return path.normalize('NFC');
}

/** The same for a folder, which may be the top: ''. A separator at its end is left out. */
export function judgedFolder(path: string): string {
  const folder = path.replace(/\/$/, '');
  return folder === '' ? '' : judgedPath(folder);
}

/** Runs work whose refusals models read. @throws ToolError in place of an AppError */
export async function inSentences<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw new ToolError(sentenceOf(error), error);
    throw error;
  }
}

function sentenceOf({ key, params }: AppError): string {
  if (key === 'invalidInput') return `That is refused: ${params.reason ?? 'it is not valid'}.`;
  if (key === 'fileTooLarge') return `All files together may have ${MAX_TOTAL_BYTES / 1024 / 1024} MB.`;
  if (key === 'agentFilesFull')
    return `The files of this channel, with their earlier states, have reached the maximum of ${params.most} MB. Nothing was kept.`;
  if (key === 'notFound') return 'The file does not exist any more.';
  if (key === 'conflict') return 'The files were changed at the same moment. Try again.';
  if (key === 'unavailable') return 'This is not possible at the moment. Try again later.';
  return `That failed. At most ${MAX_FILES} files are kept.`;
}
