import { setextUnderline } from 'micromark-core-commonmark';

/** The events so far that an underline changes. */
type Resolve = NonNullable<typeof setextUnderline.resolveTo>;

/**
 * Turns the lines before an underline into a heading as the library does, but reads only these lines. The
 * library copies all earlier events each time, which takes quadratic time in the number of underlines.
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
