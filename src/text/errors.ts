/** Errors that carry a code for programs beside the words for people. */

export class CaveError extends Error {
  override readonly name = "CaveError";
  /**
   * @param code    `cave_snake_case`, stable, listed in docs/reference/errors.md
   * @param message what happened, what it means, what to do; never payload, query or argument text
   */
  constructor(
    readonly code: `cave_${string}`,
    message: string,
  ) {
    super(message);
  }
}
