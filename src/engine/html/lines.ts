/** Lines of a text that is written piece by piece: blanks collapse, blocks stand apart, lists are indented. */

export class Lines {
  /** In front of each line; an item's bullet takes the place of all of it, once. */
  readonly indents: string[] = [];
  bullet: string | null = null;
  private readonly lines: string[] = [];
  /** The pieces of the line that is being written. */
  private line: string[] = [];

  text(): string {
    this.flush();
    return this.lines.join("\n").trim();
  }

  /** Adds to the line. */
  write(text: string): void {
    const collapsed = /[^\S ]|\s\s/.test(text) ? text.replace(/\s+/g, " ") : text;
    const piece = this.line.at(-1)?.endsWith(" ") === true ? collapsed.trimStart() : collapsed;
    if (piece !== "") this.line.push(piece);
  }

  /** Adds lines as they are. */
  push(...lines: readonly string[]): void {
    this.lines.push(...lines);
  }

  /** Ends the line. */
  flush(): void {
    const content = this.line.join("").trim();
    this.line = [];
    if (content === "") return;
    const indent = this.indents.join("");
    this.lines.push(this.bullet === null ? indent + content : this.bullet + content);
    this.bullet = null;
  }

  /** Ends the line and leaves a blank one behind it. */
  blank(): void {
    this.flush();
    if (this.lines.length > 0 && this.lines.at(-1) !== "") this.lines.push("");
  }
}
