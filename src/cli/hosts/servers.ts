/** From `--proxy NAME=URL` to servers. */
import { SERVER_NAME } from "../../hosts/contract.ts";
import { UsageError } from "../verb.ts";
import type { Server } from "./machine.ts";

/** Hosts put the server's name before each tool's, and model APIs allow 64 characters for both. */
const MAX_NAME_CHARS = 32;

const NAME = new RegExp(`^[A-Za-z0-9_-]{1,${MAX_NAME_CHARS}}$`);

export const CAVEMAN: Server = { name: SERVER_NAME, url: null };

/** @throws UsageError; its text quotes nothing, since a URL may hold a secret */
export function proxiedServer(option: string): Server {
  const equals = option.indexOf("=");
  const name = equals < 0 ? "" : option.slice(0, equals);
  const text = option.slice(equals + 1);
  if (!NAME.test(name)) {
    throw new UsageError(
      `--proxy takes NAME=URL; a NAME has up to ${MAX_NAME_CHARS} letters, digits, - and _`,
    );
  }
  if (name === SERVER_NAME) throw new UsageError(`${SERVER_NAME} is the name of the server itself`);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new UsageError("--proxy takes an http or https URL");
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError("--proxy takes a URL without a password: pass it as a header, see the proxy's help");
  }
  return { name, url: text };
}
