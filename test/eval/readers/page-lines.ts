/** Lines of a page's text while it is written. */

export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** A line is a piece of text; "" parts blocks. Two of those never follow each other. */
export class Lines {
  readonly done: string[] = [];
  #open = "";
  indent = "";
  bullet: string | null = null;

  add(text: string): void {
    this.#open += text;
  }

  end(): void {
    const text = oneLine(this.#open);
    this.#open = "";
    if (text === "") return;
    this.done.push((this.bullet ?? this.indent) + text);
    this.bullet = null;
  }

  part(): void {
    this.end();
    if (this.done.length > 0 && this.done.at(-1) !== "") this.done.push("");
  }

  raw(...lines: string[]): void {
    this.done.push(...lines);
  }
}
