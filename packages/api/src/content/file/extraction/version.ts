/**
 * Rises when pages of which earlier versions got no text can be read; contents of a lower one are read again. 2: words in
 * pictures, scans whose text layer is not seen, scans that lie on their side.
 */
export const READING_VERSION = 2;
