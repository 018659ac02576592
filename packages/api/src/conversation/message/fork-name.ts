import { MAX_NAME } from '@tandem/shared/user/schema';
import type { UserContext } from '../../core/context.ts';
import { say } from '../../core/language.ts';

/**
 * Names a fork after its channel, with a mark. The fork of an unnamed channel stays unnamed and gets its title after its
 * first answer. A long name is shortened to leave room for the mark, and a fork of a fork is marked once.
 */
export function forkName({ language }: UserContext, name: string): string {
  if (name === '') return '';
  const mark = say(language, 'common:fork.name', { name: '' });
  if (name.endsWith(mark)) return name;
  // Avoids splitting a surrogate pair.
  const kept = name.slice(0, MAX_NAME - mark.length).replace(/[\ud800-\udbff]$/u, '');
  return kept.trimEnd() + mark;
}
