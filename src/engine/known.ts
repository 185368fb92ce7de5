/** What is known of a text before a view of it is made: its type, and the grammars that it may need. */
import { guessLanguages } from "./code/language.ts";
import type { ContentType, Language } from "./contract.ts";
import { DETECTED_TYPES, FORCED_TYPES } from "./contract.ts";
import { detectType } from "./detect/detect.ts";
import { compressorFor } from "./registry.ts";
import { innermost } from "./wrappers/unwrap.ts";

const KNOWN_TYPES: ReadonlySet<string> = new Set([...DETECTED_TYPES, ...FORCED_TYPES]);

export function isContentType(type: string | undefined): type is ContentType {
  return type !== undefined && KNOWN_TYPES.has(type);
}

/** A text with its type, detected or as the caller said, and the grammars that it may need. */
interface Known {
  readonly text: string;
  readonly type: ContentType;
  readonly detected: boolean;
  readonly grammars: readonly Language[];
}

/** Remembers what was found out about one text, for the call that follows. */
export class Knowledge {
  #known: Known | null = null;

  detect(input: string): ContentType {
    const known = this.#known;
    return known?.text === input && known.detected ? known.type : detectType(input);
  }

  /** Grammars for `input`, as of the type named or the detected one; best guess first. */
  languages(input: string, type?: string): readonly Language[] {
    const detected = !isContentType(type);
    const contentType = detected ? this.detect(input) : type;
    let known = this.#known;
    if (known?.text !== input || known.type !== contentType) {
      known = { text: input, type: contentType, detected, grammars: this.#grammarsOf(input, contentType) };
      this.#known = known;
    }
    return known.grammars;
  }

  #grammarsOf(input: string, type: ContentType): readonly Language[] {
    const text = innermost(input);
    if (type === "code") return guessLanguages(text);
    // A screen may show a source, as pagers colour it; a page may be one.
    const content = compressorFor(type)?.content?.(text) ?? null;
    return content !== null && this.detect(content) === "code" ? guessLanguages(innermost(content)) : [];
  }

  forget(): void {
    this.#known = null;
  }
}
