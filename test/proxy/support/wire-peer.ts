/** The peer of the wire contract over stdio: answers by method name. */
import { createInterface } from "node:readline";

const LITERAL = '{"n":1.0, "big":12345678901234567890,"dup":1,"dup":2}';

/** Lines with which a request is answered; null: the peer dies. */
export function answersTo(id: number, method: string): string[] | null {
  switch (method) {
    case "literal":
      return [`{"jsonrpc":"2.0","id":${id},"result":${LITERAL}}`];
    case "error":
      return [`{"jsonrpc":"2.0","id":${id},"error":{"code":-32050,"message":"no"}}`];
    case "ask":
      return [
        '{"jsonrpc":"2.0","method":"notifications/note"}',
        '{"jsonrpc":"2.0","id":77,"method":"roots/list"}',
        `{"jsonrpc":"2.0","id":${id},"result":{}}`,
      ];
    case "big":
      return [`{"jsonrpc":"2.0","id":${id},"result":"${"x".repeat(150_000)}"}`];
    case "die":
      return null;
    default:
      return [];
  }
}

if (import.meta.main) {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined) return;
    const answers = answersTo(id, method);
    if (answers === null) process.exit(1);
    for (const answer of answers) process.stdout.write(`${answer}\n`);
  });
}
