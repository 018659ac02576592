/** Prices in micro-credits: of a million tokens, and of one picture. Null: not known. */
export interface Prices {
  inputPrice: number | null;
  outputPrice: number | null;
  imagePrice: number | null;
}

/** Consumption of one or several model requests. */
export interface Amounts {
  inputTokens?: number;
  outputTokens?: number;
  images?: number;
}

const TOKENS = 1_000_000n;
const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Converts consumption to micro-credits, rounded up so that nothing with a price is free. Without a known
 * price the cost is zero; `isPriced` says whether there was any.
 */
export function costOf(prices: Prices, amounts: Amounts): { cost: number; isPriced: boolean } {
  const { inputPrice, outputPrice, imagePrice } = prices;
  const { inputTokens = 0, outputTokens = 0, images = 0 } = amounts;
  // Tokens times price exceed what a double holds exactly.
  const tokens = times(inputTokens, inputPrice) + times(outputTokens, outputPrice);
  const exact = (tokens + TOKENS - 1n) / TOKENS + times(images, imagePrice);
  return {
    cost: Number(exact < MOST ? exact : MOST),
    isPriced: inputPrice !== null || outputPrice !== null || imagePrice !== null,
  };
}

function times(amount: number, price: number | null): bigint {
  return BigInt(Math.max(0, Math.ceil(amount))) * BigInt(price ?? 0);
}
