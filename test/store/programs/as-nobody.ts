/** Becomes the user `nobody` in a directory that it owns but may not write to, uses the store, then may write again. */
import { chmodSync } from "node:fs";
import { dirname } from "node:path";
import { openStore } from "../../../src/store/open-store.ts";

const NOBODY = 65_534;
const [directory = "", handle = ""] = process.argv.slice(2);
// The way there belongs to root; modes do not stop root, so they are set before and tested after the change.
chmodSync(dirname(directory), 0o711);
chmodSync(directory, 0o500);
process.setegid?.(NOBODY);
process.seteuid?.(NOBODY);

const store = openStore(process.env, (line) => console.error(line));
const put = store.put(new TextEncoder().encode("new"), {
  contentType: "text",
  compressor: "text",
  tokensBefore: 2,
  tokensAfter: 1,
});
const got = store.get(handle);
chmodSync(directory, 0o700);
const afterwards = store.put(new TextEncoder().encode("new"), {
  contentType: "text",
  compressor: "text",
  tokensBefore: 2,
  tokensAfter: 1,
});
store.close();
console.log(
  JSON.stringify({
    put: put.kind,
    get: got.kind === "found" ? new TextDecoder().decode(got.bytes) : got.kind,
    afterwards: afterwards.kind,
  }),
);
