/** Recognises source code by the shape of its lines; which language it is matters to the compressor, not here. */
import { type Sample, share } from "./sample.ts";

/** Lines that begin a declaration or statement in one of the usual languages. */
const KEYWORD =
  /^\s*(?:import\s[\w{*"'(.]|from\s+\S+\s+import\b|export\s+(?:default|const|class|function|interface|type|async|abstract|declare|\{|\*)|(?:const|let|var|static|final)\s+[\w{[$<]+.*[=;:]|(?:pub(?:\(\w+\))?\s+)?(?:async\s+)?(?:function\b|fn\s+\w|def\s+\w|func\s*[\w(])|(?:public|private|protected|internal|abstract|sealed|override|static|virtual|inline|extern|declare)\s+\S|class\s+\w+|interface\s+\w+|struct\s+\w*\s*\{?|enum\s+\w+|impl\b|trait\s+\w|type\s+\w+.*=|namespace\s+\w|package\s+[\w.]+;?$|use\s+[\w\\:]+|using\s+[\w.]+;|module\s+\w|require(?:_once|_relative)?\b|include\b|#\s*(?:include|define|undef|ifdef|ifndef|endif|if|else|pragma)\b|return\b|(?:if|elif|while|for|switch|foreach|match)\s*\(?.*[{:(]\s*$|\}?\s*else\b|try\s*[{:]|\}?\s*catch\b|except\b.*:|with\s.*:$|case\s.*:|@\w+|typedef\b|template\s*<|<\?php|#!\/|local\s+\w+=|fi$|done$|esac$|end$)/;
const COMMENT = /^\s*(?:\/\/|\/\*|\*\/|\*(?:\s|$)|#\s|--\s|"""|''')/;
const ENDING = /[;{}]\s*(?:\/\/.*|\/\*.*)?$|\)\s*(?:=>|->)?\s*\{$|=>$|^\s*[)\]}]+[;,)]*$/;
const CALL = /^\s*[\w.$]+(?:\(.*\)|\s*[-+*/|&]?=[^=].*)\s*[;,]?$/;
/** One-line bundles have no lines to look at. */
const MINIFIED = /(?:\bfunction\s*\w*\(|=>|\breturn\b|\bvar\s|&&|!0|\|\||\}\(|;)/g;
const MINIFIED_MIN_LINE = 400;
const MINIFIED_DENSITY = 0.012;

/** Data in the words of SQL. */
const SQL_ROW = /^(?:(?:INSERT|REPLACE) (?:IGNORE )?INTO |\()/i;

export function recogniseCode({ text, filled }: Sample): number {
  if (filled.length === 0 || share(filled, (l) => SQL_ROW.test(l)) > 0.5) return 0;
  const keyword = share(filled, (l) => KEYWORD.test(l));
  const comment = share(filled, (l) => COMMENT.test(l));
  const ending = share(filled, (l) => ENDING.test(l));
  const call = share(filled, (l) => CALL.test(l));
  const indented = share(filled, (l) => /^(?:\s{2,}|\t)\S/.test(l));
  const shaped = share(filled, (l) => KEYWORD.test(l) || COMMENT.test(l) || ENDING.test(l) || CALL.test(l));
  if (filled[0]?.startsWith("#!/") || /^\s*<\?php/.test(filled[0] ?? "")) return 0.95;
  const long = filled.find((l) => l.length >= MINIFIED_MIN_LINE);
  if (long !== undefined && !/^\s*[[{]/.test(text.slice(0, 100))) {
    const hits = long.match(MINIFIED)?.length ?? 0;
    if (hits / long.length > MINIFIED_DENSITY && /\bfunction\b|=>|\bvar\s|\breturn\b/.test(long)) return 0.8;
  }
  const strong = Math.min(1, keyword * 4) * 0.35 + Math.min(1, ending * 2) * 0.3 + shaped * 0.3;
  const bonus = keyword > 0.02 && (comment > 0.05 || indented > 0.3) ? 0.1 : 0;
  if (keyword === 0 && ending < 0.4) return 0;
  return Math.min(0.95, strong + bonus + (call > 0.1 && keyword > 0.05 ? 0.05 : 0));
}
