/** The classes of code points that o200k_base's split pattern tells apart. Every code point is in exactly one. */

/** Neither letter, mark, number nor white space: punctuation, symbols, controls, unassigned. */
export const OTHER = 0;
/** \p{Ll} */
export const LOWER = 1;
/** \p{Lu} or \p{Lt} */
export const UPPER = 2;
/** \p{Lm} or \p{Lo}: the pattern lets it stand on either side of a change from upper to lower case. */
export const LETTER = 3;
/** \p{M} */
export const MARK = 4;
/** \p{N} */
export const NUMBER = 5;
/** \s but CR and LF */
export const SPACE = 6;
/** CR or LF */
export const NEWLINE = 7;

/** Only in tables over bytes: the byte belongs to a sequence of several, whose code point decides. */
export const MULTIBYTE = 8;
/** Only in tables over bytes: END_BYTE. */
export const END = 9;

/** Follows the text in a window. Well-formed UTF-8 never holds it, so that loops over a class stop without a bounds test. */
export const END_BYTE = 0xff;
