/** What every wire promises, whatever it runs over. */
import { afterEach, describe, expect, test } from "bun:test";
import { type Message, memberText } from "../../../src/proxy/json/message.ts";
import { UpstreamFailure } from "../../../src/proxy/upstream/failure.ts";
import { encodeNotification, encodeRequest } from "../../../src/proxy/upstream/rpc.ts";
import type { Outgoing, Wire, WireEvents } from "../../../src/proxy/upstream/wire.ts";

/** The peer must know the methods `literal`, `error`, `never`, `ask`, `big` and `die`; see the wires' own tests. */
export interface Opened {
  readonly wire: Wire;
  /** Takes the peer away. */
  stop(): Promise<void>;
}

export const LITERAL = '{"n":1.0, "big":12345678901234567890,"dup":1,"dup":2}';
export const MAX_BYTES = 100_000;

export function wireContract(name: string, open: (events: WireEvents) => Promise<Opened>): void {
  describe(`${name} wire`, () => {
    const opened: Opened[] = [];
    const incoming: Message[] = [];
    let lost: string[] = [];

    afterEach(async () => {
      for (const one of opened.splice(0)) {
        await one.wire.close();
        await one.stop();
      }
      incoming.length = 0;
      lost = [];
    });

    async function connected(): Promise<Opened> {
      const one = await open({ incoming: (m) => incoming.push(m), lost: (reason) => lost.push(reason) });
      opened.push(one);
      return one;
    }

    let id = 0;
    const request = (method: string): Outgoing => {
      id++;
      return { id, method, body: encodeRequest(id, method, "{}") };
    };
    const ever = new AbortController().signal;

    test("gives the result as it was written", async () => {
      const { wire } = await connected();
      expect(memberText(await wire.exchange(request("literal"), ever), "result")).toBe(LITERAL);
    });

    test("gives errors as messages too", async () => {
      const { wire } = await connected();
      expect(memberText(await wire.exchange(request("error"), ever), "error")).toContain("-32050");
    });

    test("answers find their requests, many at once", async () => {
      const { wire } = await connected();
      const requests = Array.from({ length: 30 }, () => request("literal"));
      const answers = await Promise.all(requests.map((r) => wire.exchange(r, ever)));
      expect(answers.map((m) => memberText(m, "id"))).toEqual(requests.map((r) => String(r.id)));
    });

    test("rejects with the signal's reason, and goes on", async () => {
      const { wire } = await connected();
      const controller = new AbortController();
      const waiting = wire.exchange(request("never"), controller.signal);
      const reason = new Error("enough");
      setTimeout(() => controller.abort(reason), 30);
      expect(await waiting.catch((error) => error)).toBe(reason);
      expect(await wire.exchange(request("never"), controller.signal).catch((error) => error)).toBe(reason);
      expect(memberText(await wire.exchange(request("literal"), ever), "result")).toBe(LITERAL);
    });

    test("hands on what belongs to no request", async () => {
      const { wire } = await connected();
      await wire.exchange(request("ask"), ever);
      expect(incoming.map((m) => memberText(m, "method"))).toEqual(['"notifications/note"', '"roots/list"']);
    });

    test("sends notifications", async () => {
      const { wire } = await connected();
      await wire.post(encodeNotification("notifications/initialized"), ever);
      expect(memberText(await wire.exchange(request("literal"), ever), "result")).toBe(LITERAL);
    });

    test("gives up an answer over the limit", async () => {
      const { wire } = await connected();
      const failure = await wire.exchange(request("big"), ever).catch((error) => error);
      expect(failure).toBeInstanceOf(UpstreamFailure);
      expect(failure.kind).toBe("too-large");
    });

    test("says that a request may have been executed when the peer dies with it", async () => {
      const { wire } = await connected();
      const failure = await wire.exchange(request("die"), ever).catch((error) => error);
      expect(failure).toMatchObject({ kind: "dropped", executed: "maybe" });
    });

    test("says that a request was not executed when nothing is there", async () => {
      const one = await connected();
      await one.wire.exchange(request("literal"), ever);
      await one.stop();
      await Bun.sleep(20);
      const failure = await one.wire.exchange(request("literal"), ever).catch((error) => error);
      expect(failure).toBeInstanceOf(UpstreamFailure);
      expect(failure.executed).toBe("no");
    });

    test("closes once and for all", async () => {
      const { wire } = await connected();
      await wire.close();
      await wire.close();
      expect(wire.closed.aborted).toBe(true);
      expect(lost).toEqual([]);
    });
  });
}
