import { OperatorError } from '@tandem/db/operator-error';
import { unreachable } from '@tandem/db/unreachable';
import { ConfigError } from './config/config.ts';

/**
 * What the operator should do, by lines, never with a stack. What is not recognised says so, and how to learn more.
 * @param withStack adds where it came from, as LOG_LEVEL=debug asks
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
