import { ToolError } from '../../ai/tools/types.ts';

/** Of a text after it was edited. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** Places that are named. */
const MAX_NAMED = 20;

/**
 * Replaces text that must be there once, or everywhere.
 * @returns the text afterwards, and how often it was there
 * @throws ToolError that helps to find the right text
 */
export function replaced(
  text: string,
  { find, replacement, isForAll }: { find: string; replacement: string; isForAll: boolean },
): { text: string; count: number } {
  if (find === replacement) throw new ToolError('The text and its replacement are the same.');
  const [wanted, given] = inLineBreaksOf(text, find, replacement);
  const places = placesOf(text, wanted);
  if (places.length === 0) throw new ToolError(`The text was not found.${hintOf(text, find)}`);
  if (places.length > 1 && !isForAll) {
    const lines = linesAt(text, places.slice(0, MAX_NAMED)).join(', ');
    throw new ToolError(
      `The text was found ${places.length} times, at lines ${lines}${places.length > MAX_NAMED ? ', …' : ''}. Give more of it, so that it is there only once, or replace all.`,
    );
  }
  // A few letters replaced by many could become more than memory holds.
  if (text.length + places.length * (given.length - wanted.length) > MAX_CHARACTERS)
    throw new ToolError('The file would be too long to be written here.');
  return { text: text.split(wanted).join(given), count: places.length };
}

/** Models write line breaks of one character, whatever the file has. */
function inLineBreaksOf(text: string, find: string, replacement: string): [string, string] {
  if (!text.includes('\r\n') || text.includes(find)) return [find, replacement];
  const convert = (given: string) => given.replace(/\r?\n/g, '\r\n');
  return [convert(find), convert(replacement)];
}

function placesOf(text: string, find: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(find); at !== -1; at = text.indexOf(find, at + find.length)) places.push(at);
  return places;
}

/** Numbers of the lines at places in order. */
function linesAt(text: string, places: readonly number[]): number[] {
  let line = 1;
  let at = 0;
  return places.map((place) => {
    for (let next = text.indexOf('\n', at); next !== -1 && next < place; next = text.indexOf('\n', at)) {
      line += 1;
      at = next + 1;
    }
    return line;
  });
}

/** Where a text may be meant to be that is not there letter by letter. */
function hintOf(text: string, find: string): string {
  if (/^\s*\d+\t/.test(find)) return ' Leave out the numbers of lines.';
  const lines = text.split('\n').map((line) => line.trim());
  const first = find
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '');
  if (first === undefined) return '';
  const index = lines.indexOf(first);
  if (index === -1) return ' Read the file again: it may have changed.';
  return ` Line ${index + 1} begins alike, so white space or a later line differs.`;
}
