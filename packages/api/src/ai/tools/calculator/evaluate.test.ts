import { describe, expect, test } from 'vitest';
import { evaluate, format } from './evaluate.ts';

test.each([
  ['2 + 2', '4'],
  ['12 * (3+4)', '84'],
  ['0.1 + 0.2', '0.3'],
  ['1 / 3', '0.33333333333333333333'],
  ['10 / 4', '2.5'],
  ['2^10', '1024'],
  ['2 ** 10', '1024'],
  ['2^3^2', '512'],
  ['-2^2', '-4'],
  ['(-2)^2', '4'],
  ['2^-2', '0.25'],
  ['--3', '3'],
  ['2^100', '1267650600228229401496703205376'],
  ['7 % 3', '1'],
  ['7 mod 3', '1'],
  ['15% of 80', '12'],
  ['200 + 10%', '200.1'],
  ['50%', '0.5'],
  ['5!', '120'],
  ['(2+1)!', '6'],
  ['25!', '15511210043330985984000000'],
  ['1,234,567 + 1', '1234568'],
  ['1 000 000 / 4', '250000'],
  ['max(1,200)', '200'],
  ['max(1, 2, 3) - min(4, 5)', '-1'],
  ['sqrt(2)', '1.4142135623730950488'],
  ['√(16)', '4'],
  ['2pi', '6.2831853071795864769'],
  ['2(3+4)', '14'],
  ['(1+2)(3+4)', '21'],
  ['3sqrt(16)', '12'],
  ['sin(pi/2)', '1'],
  ['log(1000)', '3'],
  ['log10(1000)', '3'],
  ['log2(8)', '3'],
  ['log(8, 2)', '3'],
  ['ln(e)', '1'],
  ['atan2(1, 1)', '0.78539816339744830962'],
  ['round(10/3, 2)', '3.33'],
  ['round(1234, -2)', '1200'],
  ['gcd(12, 18)', '6'],
  ['lcm(4, 6)', '12'],
  ['mean(1, 2, 6)', '3'],
  ['6 × 7 ÷ 2 − 1', '20'],
  ['１２＋３', '15'],
  ['3 + 4 =', '7'],
  ['1e3 + 1', '1001'],
  ['123456789012345678901234567890 * 10', '1.2345678901234567890e+30'],
])('%s = %s', (expression, result) => {
  expect(format(evaluate(expression))).toBe(format(evaluate(result)));
});

describe('refuses, with a sentence', () => {
  test.each([
    ['', /nothing/],
    ['hello', /not known/],
    ['2 +', /cannot be read/],
    ['1/0', /too large|divided by zero/],
    ['0/0', /not a number/],
    ['sqrt(-1)', /not a number/],
    ['10^10^10', /too large/],
    ['factorial(100000000)', /Factorials/],
    ['100000!', /Factorials/],
    ['factorial(2.5)', /whole number/],
    ['round(1, 1000000)', /digits/],
    ['sqrt(1, 2)', /takes 1/],
    ['"a" + 1', /numbers|cannot/],
    ['[1,2,3]', /arithmetic/],
    ['constructor', /not known/],
    ['__proto__', /not known/],
    ['constructor("return 1")()', /./],
    ['toString()', /not a function/],
    ['a.b', /arithmetic/],
    ['x = 5', /./],
    ['1; 2', /arithmetic/],
    ['this', /./],
    ['9'.repeat(501), /too long/],
    [`${'('.repeat(250)}1${')'.repeat(249)}`, /cannot be read/],
  ])('%s', (expression, message) => {
    expect(() => evaluate(expression)).toThrow(message);
    expect(() => evaluate(expression)).toThrow(expect.objectContaining({ name: 'ToolError' }));
  });
});

test('evaluates every expression quickly', () => {
  const heavy = [
    'sin(10^90000)',
    '1.0000000000001^999999999999',
    `${'factorial(1000)*'.repeat(30)}1`,
    `${'exp('.repeat(90)}1${')'.repeat(90)}`,
    `${'sqrt('.repeat(90)}2${')'.repeat(90)}`,
    'gcd(10^30000, 3^60000)',
    'tan(ln(2)^50)^0.5',
  ];
  for (const expression of heavy) {
    const before = process.cpuUsage();
    try {
      evaluate(expression);
    } catch (error) {
      expect(error).toMatchObject({ name: 'ToolError' });
    }
    expect(process.cpuUsage(before).user, expression).toBeLessThan(1_500_000);
  }
});

describe('numbers at the precision limit', () => {
  test.each([
    ['atan(10^60000)', '1.5707963267948966192'],
    ['atan(-10^60000)', '-1.5707963267948966192'],
    ['atan2(10^30000, 10^-30000)', '1.5707963267948966192'],
    ['atan2(1, -10^60000)', '3.1415926535897932385'],
    ['atan2(-1, -10^60000)', '-3.1415926535897932385'],
    ['atan2(3, 4) - atan(3/4)', '0'],
    ['cos(1e-100000)', '1'],
    ['sin(1e-60000) * 10^60000', '1'],
    ['atan(1e-60000) * 10^60000', '1'],
    ['tan(1e-60000) * 10^60000', '1'],
    ['asin(1e-60000) * 10^60000', '1'],
  ])('%s is answered quickly', (expression, result) => {
    const before = process.cpuUsage();
    expect(format(evaluate(expression))).toBe(result);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
