import { setextUnderline } from 'micromark-core-commonmark';

/** The part of what was read so far that an underline changes. */
type Resolve = NonNullable<typeof setextUnderline.resolveTo>;

/**
 * Makes a heading of the lines before an underline, as the library does, and looks at these lines alone. The library
 * copies all that was read of the text each time, so that the time rises with the square of how many underlines it has.
 */
const resolveTo: Resolve = (events, context) => {
  const at = events.findLastIndex(([way, { type }]) => way === 'enter' && type === 'content');
  const lines = events.splice(at);
  for (const event of setextUnderline.resolveTo?.(lines, context) ?? lines) events.push(event);
  return events;
};

const underline = { ...setextUnderline, name: 'setextUnderlineOfLines', resolveTo };

/** Reads headings that are underlined with `=` or `-` in a time that rises with their number. */
export const setext = {
  disable: { null: ['setextUnderline'] },
  flow: { 45: underline, 61: underline },
};
