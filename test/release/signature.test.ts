/** Signatures made with tweetnacl hold for node:crypto and for the launcher, and the other way round. */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  createPrivateKey,
  createPublicKey,
  sign as cryptoSign,
  verify as cryptoVerify,
  generateKeyPairSync,
} from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { writeNewKey } from "../../build/keygen.ts";
import { signFile } from "../../build/sign.ts";
import {
  keyFromSeed,
  keyId,
  newKey,
  pinned,
  publicPem,
  type SigningKey,
  sign,
  signingKey,
  verify,
} from "../../build/signature.ts";
import { checkSignature, keyId as launcherKeyId } from "../../src/launcher/lib/manifest.mjs";

const scratch = mkdtempSync(join(process.env.HOME ?? "", "signature-"));
const hex = (text: string) => Buffer.from(text, "hex");

/** RFC 8032, section 7.1: secret seed, public key, message, signature. */
const RFC_8032 = [
  [
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "",
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  ],
  [
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    "72",
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
  ],
  [
    "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
    "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
    "af82",
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
  ],
] as const;

function nodePublicKey(key: SigningKey) {
  const x = Buffer.from(key.publicKey).toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}
function nodePrivateKey(key: SigningKey) {
  // PKCS #8 of an Ed25519 seed (RFC 8410, section 7).
  const der = Buffer.concat([hex("302e020100300506032b657004220420"), key.seed]);
  return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
}
const raw = (signature: string) => Buffer.from(signature.split(" ")[0] ?? "", "base64");

describe("signatures", () => {
  test.each(RFC_8032)("are those of RFC 8032: %s", (seed, publicKey, message, signature) => {
    const key = keyFromSeed(hex(seed));
    expect(Buffer.from(key.publicKey).toString("hex")).toBe(publicKey);
    expect(raw(sign(hex(message), key)).toString("hex")).toBe(signature);
    expect(cryptoSign(null, hex(message), nodePrivateKey(key)).toString("hex")).toBe(signature);
  });

  test("have this exact form: a golden vector of a whole .sig file", () => {
    const key = keyFromSeed(hex(RFC_8032[0][0]));
    expect(sign(Buffer.from('{"schema":"caveman.checksums.v1"}'), key)).toBe(
      "xzvMWWjRmmvOckjmBPEi7ueyOmoAz/hUDtZ1FJi73GSJg2bOvqBasUmwzNGpU2Ibzh8oZ/Y3KhEKo4bqPLOWCQ== 21fe31dfa154a261\n",
    );
  });

  test("by tweetnacl hold for node:crypto and the launcher, those by node:crypto for tweetnacl", () => {
    const bytes = fc.uint8Array({ minLength: 0, maxLength: 200 });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), bytes, (seed, message) => {
        const key = keyFromSeed(seed);
        const ours = sign(message, key);
        expect(cryptoVerify(null, message, nodePublicKey(key), raw(ours))).toBe(true);
        checkSignature(Buffer.from(message), ours, [pinned(key)]);
        const theirs = cryptoSign(null, message, nodePrivateKey(key)).toString("base64");
        expect(verify(message, `${theirs} ${key.id}\n`, [pinned(key)])).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test("do not hold once a bit is flipped anywhere, for tweetnacl or the launcher", () => {
    const key = newKey();
    const message = Buffer.from('{"version":"1.2.3"}');
    const signature = raw(sign(message, key));
    const file = (bytes: Buffer) => `${bytes.toString("base64")} ${key.id}\n`;
    const flip = (bytes: Buffer, bit: number) => {
      const copy = Buffer.from(bytes);
      copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return copy;
    };
    fc.assert(
      fc.property(
        fc.nat(message.length * 8 - 1),
        fc.nat(511),
        fc.boolean(),
        (inMessage, inSignature, which) => {
          const m = which ? flip(message, inMessage) : message;
          const s = file(which ? signature : flip(signature, inSignature));
          expect(verify(m, s, [pinned(key)])).toBe(false);
          expect(() => checkSignature(m, s, [pinned(key)])).toThrow("signature is wrong");
        },
      ),
      { numRuns: 60 },
    );
  });

  test("by a revoked key, or a key that only pretends to be pinned, do not hold", () => {
    const [key, other] = [newKey(), newKey()];
    const message = Buffer.from("x");
    const signature = sign(message, key);
    expect(verify(message, signature, [pinned(key, true)])).toBe(false);
    const pretended = [{ ...pinned(key), id: other.id }];
    expect(() => checkSignature(message, signature.replace(key.id, other.id), pretended)).toThrow("is wrong");
  });

  test("name keys the same in the build and in the launcher", () => {
    const { publicKey } = generateKeyPairSync("ed25519");
    const bytes = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
    expect(launcherKeyId(bytes)).toBe(keyId(bytes));
    expect(keyId(bytes)).toMatch(/^[0-9a-f]{16}$/);
  });
});

test("a signature can be checked by hand with OpenSSL, as docs/install.md says", () => {
  if (!/^OpenSSL [3-9]/.test(spawnSync("openssl", ["version"], { encoding: "utf8" }).stdout ?? "")) {
    console.warn("skip: OpenSSL 3 is not installed, checking by hand not tried");
    return;
  }
  const key = newKey();
  const dir = mkdtempSync(join(scratch, "by-hand-"));
  const guide = readFileSync(join(import.meta.dir, "..", "..", "docs", "install.md"), "utf8");
  const lines = guide.split("\n").filter((line) => /^ {4}(cut|openssl) /.test(line));
  expect(lines).toHaveLength(2);
  const script = lines.join("\n").replaceAll("VERSION", "1.0.0");
  const check = (content: string) => {
    writeFileSync(join(dir, "checksums-1.0.0.json"), content);
    return spawnSync("sh", ["-ec", script], { cwd: dir, encoding: "utf8" });
  };
  writeFileSync(join(dir, "checksums-1.0.0.json.sig"), sign(Buffer.from("{}"), key));
  writeFileSync(join(dir, "release-key.pem"), publicPem(pinned(key)));
  expect(check("{}").stdout).toContain("Signature Verified Successfully");
  expect(check("{ }").status).not.toBe(0);
});

describe("the signing key", () => {
  test("comes from a new file that only its owner can read, and is never shown", () => {
    const file = join(scratch, "key");
    const entry = writeNewKey(file, import.meta.dir);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const key = signingKey({ CAVEMAN_SIGNING_KEY_FILE: file });
    expect(entry).toEqual(pinned(key));
    expect(JSON.stringify(entry)).not.toContain(readFileSync(file, "utf8").trim());
    expect(() => writeNewKey(file, import.meta.dir)).toThrow("EEXIST");
  });

  test("is not written into the checkout", () => {
    const inside = join(import.meta.dir, "key");
    expect(() => writeNewKey(inside, import.meta.dir)).toThrow("must not lie in the checkout");
    expect(existsSync(inside)).toBe(false);
  });

  test.each([
    [{}, "there is no signing key"],
    [{ CAVEMAN_SIGNING_KEY: "" }, "not base64 of 32 bytes"],
    [{ CAVEMAN_SIGNING_KEY: "c2VjcmV0" }, "not base64 of 32 bytes"],
    [{ CAVEMAN_SIGNING_KEY_FILE: "/no/such/file" }, "ENOENT"],
  ])("that is missing or damaged is refused: %p", (env, why) => {
    expect(() => signingKey(env)).toThrow(why);
    try {
      signingKey(env);
    } catch (error) {
      expect(String(error)).not.toContain("c2VjcmV0");
    }
  });

  test("signs a file only if launchers would accept it", () => {
    const key = newKey();
    const env = { CAVEMAN_SIGNING_KEY: Buffer.from(key.seed).toString("base64") };
    const file = join(scratch, "checksums-1.0.0.json");
    writeFileSync(file, "{}");
    expect(() => signFile(file, env, [])).toThrow("not among the keys that the launcher pins");
    expect(() => signFile(file, env, [pinned(key, true)])).toThrow("revoked");
    expect(existsSync(`${file}.sig`)).toBe(false);
    expect(signFile(file, env, [pinned(key)])).toBe(key.id);
    checkSignature(readFileSync(file), readFileSync(`${file}.sig`, "latin1"), [pinned(key)]);
  });
});
