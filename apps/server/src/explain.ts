import { OperatorError } from '@tandem/db/operator-error';
import { unreachable } from '@tandem/db/unreachable';
import { ConfigError } from './config/config.ts';

/**
 * Explains an error to the operator, line by line, without a stack. For an unknown error it says how to learn
 * more.
 * @param withStack adds the stack, for LOG_LEVEL=debug
 */
export function explain(error: unknown, { withStack = false } = {}): string[] {
  const lines = sentencesOf(error);
  const stack = withStack && error instanceof Error ? (error.stack ?? '').split('\n') : [];
  return [...lines, ...stack];
}

function sentencesOf(error: unknown): string[] {
  if (error instanceof ConfigError) return error.message.split('\n');
  const known = error instanceof OperatorError ? error : unreachable(error);
  if (known) return [known.message];
  const words = error instanceof Error ? error.message : String(error);
  return [`Tandem stopped over something unforeseen: ${oneLine(words)}. LOG_LEVEL=debug tells where.`];
}

function oneLine(words: string): string {
  return words.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '') || 'no reason was given';
}
