import { isWithinCodeBlock, type RemendOptions } from 'remend';

/** A link address that has started but not ended, at the end of the text. */
const openAddress = /!?\[([^[\]\n]*)\]\([^()\s]*$/u;

/**
 * Options for the end of a streaming text. No text is hidden: `list[0` is an index until `](` makes it a
 * link, and `a <b` a comparison.
 */
export const unfinished: RemendOptions = {
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
