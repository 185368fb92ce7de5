/** Puts the parts of a running proxy together. */
import type { Log } from "./log.ts";
import { Offload } from "./offload.ts";
import { ToolProxy } from "./proxy.ts";
import type { Settings } from "./settings/settings.ts";
import { keepListening } from "./upstream/listening.ts";
import { openSession } from "./upstream/open.ts";
import { Upstream } from "./upstream/upstream.ts";

export interface Assembly {
  readonly proxy: ToolProxy;
  readonly offload: Offload;
  readonly upstream: Upstream;
  /** Ends the connection, the upstream's process and the worker; a second at most. */
  close(): Promise<void>;
}

/** The current directory; it may have been deleted, and then no file belongs there. */
export function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return "/";
  }
}

export function assemble(settings: Settings, log: Log, cwd: string): Assembly {
  let lastId = 0;
  const nextId = () => ++lastId;
  const closings = new Set<Promise<void>>();
  const closing = (done: Promise<void>) => {
    const settled = done.catch(() => {}).finally(() => closings.delete(settled));
    closings.add(settled);
  };
  const offload = new Offload({ settings: settings.results, cwd, warn: log.warn });
  const upstream = new Upstream({
    ...settings.limits,
    closing,
    log: log.info,
    connected: (session, first) => {
      log.info(`${first ? "connected" : "reconnected"}: ${session.wire.kind}, revision ${session.revision}`);
      proxy.connected(session);
      void keepListening(session, nextId).catch(() => {});
    },
    open: (signal) =>
      openSession(
        {
          address: settings.address,
          protocol: settings.protocol,
          maxBytes: settings.maxResultBytes,
          nextId,
          closing,
          notified: (method, message) => proxy.notified(method, message),
          lost: (wire, reason) => upstream.lost(wire, settings.secrets.mask(reason)),
          stderr: (text) => log.debug(`upstream: ${text.trimEnd()}`),
          mask: (text) => settings.secrets.mask(text),
        },
        signal,
      ),
  });
  const proxy = new ToolProxy({ settings, upstream, offload, nextId, log, now: () => new Date() });
  return {
    proxy,
    offload,
    upstream,
    async close() {
      await Promise.all([upstream.close(), offload.close()]);
      await Promise.all(closings);
    },
  };
}
