/** Whether a string is well-formed Unicode. (`String.prototype.isWellFormed` is ES2024; the code base compiles as ES2023.) */

const LONE_SURROGATE = /\p{Surrogate}/u;

/** False where the string holds a surrogate without its partner: it has no UTF-8 form and cannot be stored. */
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}
