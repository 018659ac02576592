import { readFileSync } from 'node:fs';

/** Bytes of vectors that are multiplied at once, in a memory that the processor keeps close. */
const VECTOR_BYTES = 256 * 1024;
/** Bytes that the innermost loop takes at once: the last of one vector may be the first of the next, times 0. */
const STEP = 16;
const MAX_RANK = 1_024;
const QUERY = VECTOR_BYTES + STEP;
const SUMS = QUERY + 2 * MAX_RANK;
const MAX_SUMS = 65_536;
/** The greatest value of a signed number of 16 bits. */
const GREATEST_16 = 32_767;

interface Kernel {
  memory: WebAssembly.Memory;
  multiply(vectors: number, count: number, rank: number, query: number, sums: number): void;
}

/** The vectors of consecutive passages. */
interface Stretch {
  base: number;
  count: number;
}

/** Takes products of a direction with many vectors of signed bytes. */
export interface Multiplier {
  /** @param base the index of the first vector */
  add(vectors: Int8Array, count: number, base: number): void;
  /** Has everything that was added told. */
  end(): void;
}

/**
 * Multiplies a direction with vectors, many at once: the instructions for that are within reach of WebAssembly only, and
 * take a tenth of the time. On processors without them it multiplies in plain JavaScript.
 * @param told called for each vector with its product, as though its values were from -1 to 1 times `scale`
 */
export function multiplier(
  direction: Float32Array,
  scale: number,
  told: (index: number, product: number) => void,
): Multiplier {
  return kernel && direction.length <= MAX_RANK
    ? manyAtOnce(kernel, direction, scale, told)
    : oneByOne(direction, scale, told);
}

const kernel = load();

function load(): Kernel | null {
  const bytes = readFileSync(new URL('./cosines.wasm', import.meta.url));
  if (!WebAssembly.validate(bytes)) return null;
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as unknown as Kernel;
}

function manyAtOnce(
  { memory, multiply }: Kernel,
  direction: Float32Array,
  scale: number,
  told: (index: number, product: number) => void,
): Multiplier {
  const rank = direction.length;
  const query = new Int16Array(memory.buffer, QUERY, MAX_RANK).fill(0);
  for (let i = 0; i < rank; i += 1) query[i] = Math.round((direction[i] as number) * GREATEST_16);
  const bytes = new Int8Array(memory.buffer, 0, VECTOR_BYTES);
  const sums = new Int32Array(memory.buffer, SUMS, MAX_SUMS);
  const most = Math.min(Math.floor(VECTOR_BYTES / rank), MAX_SUMS);
  const factor = 1 / (GREATEST_16 * scale);
  let stretches: Stretch[] = [];
  let held = 0;
  const end = () => {
    multiply(0, held, rank, QUERY, SUMS);
    let at = 0;
    for (const { base, count } of stretches)
      for (let n = 0; n < count; n += 1, at += 1) told(base + n, (sums[at] as number) * factor);
    stretches = [];
    held = 0;
  };
  return {
    add(vectors, count, base) {
      for (let done = 0; done < count; ) {
        if (held === most) end();
        const some = Math.min(most - held, count - done);
        bytes.set(vectors.subarray(done * rank, (done + some) * rank), held * rank);
        stretches.push({ base: base + done, count: some });
        held += some;
        done += some;
      }
    },
    end,
  };
}

function oneByOne(
  direction: Float32Array,
  scale: number,
  told: (index: number, product: number) => void,
): Multiplier {
  const rank = direction.length;
  return {
    add(vectors, count, base) {
      for (let n = 0; n < count; n += 1) {
        let sum = 0;
        for (let i = 0; i < rank; i += 1) sum += (direction[i] as number) * (vectors[n * rank + i] as number);
        told(base + n, sum / scale);
      }
    },
    end() {},
  };
}
