import { isWithinCodeBlock, type RemendOptions } from 'remend';

/** An address that has begun and not ended, at the end of the text. */
const openAddress = /!?\[([^[\]\n]*)\]\([^()\s]*$/u;

/**
 * How the end of a text that is still being written is shown. Nothing that stands there is hidden: `list[0` is an index
 * until `](` makes it a link, and `a <b` a comparison.
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
