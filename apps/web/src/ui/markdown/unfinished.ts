import remend, { isWithinCodeBlock, type RemendOptions } from 'remend';

/** A link address that has started but not ended, at the end of the text. */
const openAddress = /!?\[([^[\]\n]*)\]\([^()\s]*$/u;

/** Closes what is open at the end of a streaming text. */
export function closeOpen(text: string): string {
  return remend(text, options);
}

/**
 * Options for the end of a streaming text. No text is hidden: `list[0` is an index until `](` makes it a
 * link, and `a <b` a comparison.
 */
const options: RemendOptions = {
  links: false,
  images: false,
  htmlTags: false,
  handlers: [
    {
      name: 'open-address',
      handle(text) {
        const found = openAddress.exec(text);
        if (!found || isWithinCodeBlock(text, found.index)) return text;
        return text.slice(0, found.index) + found[1];
      },
    },
  ],
};
