/** Whether a string is well-formed Unicode. */

declare global {
  interface String {
    /** ES2024: in Node 20 and Bun, but not in the ES2023 library that the code base compiles against. */
    isWellFormed(): boolean;
  }
}

/** False where the string holds a surrogate without its partner: it has no UTF-8 form and cannot be stored. */
export function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}
