/** Writes minified JSON from the events of a TOON document, so that no JavaScript object reorders or merges its keys. */

export class JsonWriter {
  readonly #parts: string[] = [];
  /** Per open bracket: whether something already stands in it. */
  readonly #filled: boolean[] = [];
  #afterKey = false;

  #separate(): void {
    if (this.#afterKey) {
      this.#afterKey = false;
      return;
    }
    const top = this.#filled.length - 1;
    if (this.#filled[top] === true) this.#parts.push(",");
    if (top >= 0) this.#filled[top] = true;
  }

  key(name: string): void {
    this.#separate();
    this.#parts.push(JSON.stringify(name), ":");
    this.#afterKey = true;
  }

  /** @param literal a complete JSON scalar */
  value(literal: string): void {
    this.#separate();
    this.#parts.push(literal);
  }

  bracket(type: "startObject" | "endObject" | "startArray" | "endArray"): void {
    const opens = type === "startObject" || type === "startArray";
    if (opens) {
      this.#separate();
      this.#filled.push(false);
      this.#parts.push(type === "startObject" ? "{" : "[");
    } else {
      this.#filled.pop();
      this.#parts.push(type === "endObject" ? "}" : "]");
    }
  }

  text(): string {
    return this.#parts.join("");
  }
}
