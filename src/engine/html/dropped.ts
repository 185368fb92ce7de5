/** What a view of a page leaves out. */
import type { ElementNode } from "./tree.ts";

export class Dropped {
  /** Elements left out, by tag of the outermost one; each counts once, whatever is below it. */
  readonly byTag = new Map<string, number>();
  /** Elements left out, those below included. */
  elements = 0;

  drop(node: ElementNode): void {
    this.count(node.tag, 1);
    const walk = (n: ElementNode): void => {
      if (!n.implied) this.elements++;
      for (const child of n.children) if (typeof child !== "string") walk(child);
    };
    walk(node);
  }

  /** What was left out elsewhere. */
  add({ byTag, elements }: Dropped): void {
    for (const [tag, n] of byTag) this.count(tag, n);
    this.elements += elements;
  }

  private count(tag: string, n: number): void {
    this.byTag.set(tag, (this.byTag.get(tag) ?? 0) + n);
  }
}
