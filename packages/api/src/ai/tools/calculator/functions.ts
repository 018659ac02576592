import { Decimal } from 'decimal.js';

/** Decimal arithmetic, so that 0.1 + 0.2 is 0.3; a clone, so that its settings stay private. */
export const Exact = Decimal.clone({
  precision: 40,
  toExpNeg: -12,
  toExpPos: 30,
  maxE: 100_000,
  minE: -100_000,
});

/** Largest argument of a factorial: beyond it the result has thousands of digits. */
const MAX_FACTORIAL = 1_000;

export const constants: Record<string, Decimal> = {
  pi: Exact.acos(-1),
  π: Exact.acos(-1),
  tau: Exact.acos(-1).times(2),
  e: Exact.exp(1),
};

interface MathFunction {
  /** Least and greatest number of arguments. */
  arity: [number, number];
  apply(...args: Decimal[]): Decimal;
}

const one = (apply: (x: Decimal) => Decimal): MathFunction => ({
  arity: [1, 1],
  apply: (x) => apply(x as Decimal),
});
const two = (apply: (x: Decimal, y: Decimal) => Decimal): MathFunction => ({
  arity: [2, 2],
  apply: (x, y) => apply(x as Decimal, y as Decimal),
});

export const functions: Record<string, MathFunction> = {
  abs: one((x) => x.abs()),
  sqrt: one((x) => x.sqrt()),
  cbrt: one((x) => x.cbrt()),
  exp: one(exponential),
  ln: one((x) => x.ln()),
  log: { arity: [1, 2], apply: (x, base) => (x as Decimal).log(base ?? 10) },
  log10: one((x) => x.log(10)),
  log2: one((x) => x.log(2)),
  sin: turn((x) => (isTiny(x) ? x : x.sin())),
  cos: turn((x) => (isTiny(x) ? new Exact(1) : x.cos())),
  tan: turn((x) => (isTiny(x) ? x : x.tan())),
  asin: one((x) => (isTiny(x) ? x : x.asin())),
  acos: one((x) => x.acos()),
  atan: one(arcTangent),
  atan2: two(direction),
  floor: one((x) => x.floor()),
  ceil: one((x) => x.ceil()),
  trunc: one((x) => x.trunc()),
  sign: one((x) => new Exact(Exact.sign(x))),
  round: { arity: [1, 2], apply: (x, digits) => roundTo(x as Decimal, digits) },
  min: { arity: [1, 100], apply: (...args) => Exact.min(...args) },
  max: { arity: [1, 100], apply: (...args) => Exact.max(...args) },
  sum: { arity: [1, 100], apply: (...args) => Exact.sum(...args) },
  mean: { arity: [1, 100], apply: (...args) => Exact.sum(...args).div(args.length) },
  hypot: { arity: [1, 100], apply: (...args) => Exact.hypot(...args) },
  pow: two(power),
  mod: two((x, y) => x.mod(y)),
  factorial: one(factorial),
  gcd: two((x, y) => gcd(whole(x), whole(y))),
  lcm: two((x, y) =>
    x.isZero() || y.isZero()
      ? new Exact(0)
      : x
          .times(y)
          .abs()
          .div(gcd(whole(x), whole(y))),
  ),
};

/** Whole powers up to this are multiplied out exactly; decimal.js takes seconds and more beyond. */
const MAX_EXACT_POWER = 1_000;
/** Natural logarithm of the largest supported number. */
const MAX_LOGARITHM = 230_000;

/** `base` to the power of `exponent`, in bounded time. */
export function power(base: Decimal, exponent: Decimal): Decimal {
  if (exponent.isInteger() && exponent.abs().lte(MAX_EXACT_POWER)) return base.pow(exponent);
  if (base.isZero()) return new Exact(exponent.isNegative() ? Number.POSITIVE_INFINITY : 0);
  if (base.isNegative() && !exponent.isInteger()) return new Exact(Number.NaN);
  const logarithm = base.abs().ln().times(exponent);
  if (logarithm.gt(MAX_LOGARITHM)) return new Exact(Number.POSITIVE_INFINITY);
  if (logarithm.lt(-MAX_LOGARITHM)) return new Exact(0);
  const size = logarithm.exp();
  return base.isNegative() && !exponent.mod(2).isZero() ? size.neg() : size;
}

function turn(apply: (x: Decimal) => Decimal): MathFunction {
  return one((x) => {
    if (x.abs().gt('1e15')) throw new RangeError('That angle is too large.');
    return apply(x);
  });
}

/**
 * Beyond these, an angle is exact, or its sine equals it, to every supported digit. decimal.js would square
 * such numbers out of its range and then never terminate.
 */
const HUGE = '1e45';
const TINY = '1e-45';

function isTiny(x: Decimal): boolean {
  return x.abs().lt(TINY);
}

function arcTangent(x: Decimal): Decimal {
  if (x.abs().gt(HUGE)) return Exact.acos(-1).div(2).times(Exact.sign(x));
  return isTiny(x) ? x : x.atan();
}

/** The angle of the point (x, y). */
function direction(y: Decimal, x: Decimal): Decimal {
  if (x.isZero() || y.isZero()) return Exact.atan2(y, x);
  const angle = arcTangent(y.div(x));
  if (x.isPositive()) return angle;
  return y.isPositive() ? angle.plus(Exact.acos(-1)) : angle.minus(Exact.acos(-1));
}

function exponential(x: Decimal): Decimal {
  if (x.gt(MAX_LOGARITHM)) return new Exact(Number.POSITIVE_INFINITY);
  return x.lt(-MAX_LOGARITHM) ? new Exact(0) : x.exp();
}

function roundTo(value: Decimal, digits: Decimal | undefined): Decimal {
  const places = digits ? whole(digits).toNumber() : 0;
  if (places < -30 || places > 30) throw new RangeError('Rounding takes -30 to 30 digits.');
  const shift = new Exact(10).pow(places);
  return value.times(shift).round().div(shift);
}

function factorial(value: Decimal): Decimal {
  const n = whole(value).toNumber();
  if (n < 0 || n > MAX_FACTORIAL) throw new RangeError(`Factorials go from 0 to ${MAX_FACTORIAL}.`);
  let result = new Exact(1);
  for (let factor = 2; factor <= n; factor++) result = result.times(factor);
  return result;
}

function gcd(a: Decimal, b: Decimal): Decimal {
  let [x, y] = [a.abs(), b.abs()];
  while (!y.isZero()) [x, y] = [y, x.mod(y)];
  return x;
}

function whole(value: Decimal): Decimal {
  if (!value.isInteger()) throw new RangeError('A whole number is needed there.');
  return value;
}
