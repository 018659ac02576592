import type { Decimal } from 'decimal.js';
import jsep from 'jsep';
import { ToolError } from '../types.ts';
import { constants, Exact, functions, power } from './functions.ts';

/** Longest expression, in characters; bounds the depth of nesting and the work. */
export const MAX_EXPRESSION = 500;

/** Name under which a pair of parentheses is parsed; no person can write it. */
const GROUP = '$group';

const parser = preparedParser();

/** Arithmetic only: the parser rejects everything else. */
function preparedParser(): typeof jsep {
  jsep.removeAllBinaryOps();
  jsep.removeAllUnaryOps();
  jsep.removeAllLiterals();
  for (const [operator, precedence] of [
    ['+', 1],
    ['-', 1],
    ['*', 2],
    ['/', 2],
    ['%', 2],
  ] as const) {
    jsep.addBinaryOp(operator, precedence);
  }
  // Binds tighter than a sign, from the right: -2^2 is -4 and 2^3^2 is 512.
  jsep.addBinaryOp('^', 3, true);
  jsep.addUnaryOp('-');
  jsep.addUnaryOp('+');
  return jsep;
}

/**
 * Evaluates an arithmetic expression in decimal numbers.
 * @throws ToolError with a sentence that explains the error.
 */
export function evaluate(expression: string): Decimal {
  if (expression.length > MAX_EXPRESSION) throw new ToolError('The expression is too long.');
  const text = normalise(expression);
  if (text === '') throw new ToolError('There is nothing to calculate.');
  let result: Decimal;
  try {
    result = resultOf(parser(text));
  } catch (error) {
    if (error instanceof ToolError) throw error;
    if (error instanceof RangeError) throw new ToolError(error.message, error);
    throw new ToolError(`"${expression}" cannot be read as a calculation.`, error);
  }
  if (result.isNaN()) throw new ToolError('The result is not a number.');
  if (!result.isFinite()) throw new ToolError('The result is too large, or something is divided by zero.');
  return result;
}

/** Turns how people write sums into how the parser reads them. */
function normalise(expression: string): string {
  return (
    expression
      .normalize('NFKC')
      .toLowerCase()
      .replace(/=\s*\??\s*$/, '')
      .replace(/[×✕∗·]/g, '*')
      .replace(/[÷∕]/g, '/')
      .replace(/[−–—]/g, '-')
      .replace(/\*\*/g, '^')
      .replace(/√/g, 'sqrt')
      .replace(/\bmod\b(?!\s*\()/g, '%')
      // Thousands: 1,234,567 or 1 234 567, but not the commas between arguments.
      .replace(/(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])(?![^(]*\))/g, (number) => number.replaceAll(',', ''))
      .replace(/(\d)\s+(?=\d{3}\b)/g, '$1')
      // "15% of 80", then "15%" where no operand follows.
      .replace(/(\d)\s*%\s*of\b/g, '$1/100*')
      .replace(/(\d|\))\s*%(?=\s*(?:$|[-+*/^),]))/g, '$1/100')
      // "5!" is a factorial.
      .replace(/(\d+|\([^()]*\))!/g, 'factorial($1)')
      // "2pi", "3(4+5)", ")(": multiplication is implicit.
      .replace(/(\d|\))\s*(?=\()/g, '$1*')
      .replace(/\b(log|atan)(10|2)\*\(/g, '$1$2(')
      .replace(/(\d)\s*(?=(?:pi|π|tau|sqrt|sin|cos|tan|ln|log)(?![a-z]))/g, '$1*')
      .replace(/\)\s*(?=[\dπ])/g, ')*')
      // The parser drops parentheses, but (-2)^2 is not -2^2: each pair becomes a call.
      .replace(/(?<![a-z\d_])\(/g, `${GROUP}(`)
      .trim()
  );
}

function resultOf(node: jsep.Expression): Decimal {
  const tree = node as jsep.CoreExpression;
  switch (tree.type) {
    case 'Literal':
      if (typeof tree.value !== 'number') throw new ToolError('Only numbers can be calculated.');
      // The text as written, since the parser's own number has lost digits already.
      return new Exact(tree.raw);
    case 'Identifier': {
      const value = Object.hasOwn(constants, tree.name) ? constants[tree.name] : undefined;
      if (!value) throw new ToolError(`"${tree.name}" is not known here.`);
      return value;
    }
    case 'UnaryExpression': {
      // jsep ties a sign tighter than any operator; a power inside belongs under the sign.
      const value = resultOf(tree.argument);
      return tree.operator === '-' ? value.neg() : value;
    }
    case 'BinaryExpression':
      return binary(tree);
    case 'CallExpression':
      return call(tree);
    default:
      throw new ToolError('Only arithmetic can be calculated.');
  }
}

function binary(node: jsep.BinaryExpression): Decimal {
  const right = resultOf(node.right);
  if (node.operator === '^') {
    const base = node.left as jsep.CoreExpression;
    // "-2^2" means -(2^2).
    if (base.type === 'UnaryExpression') {
      const value = power(resultOf(base.argument), right);
      return base.operator === '-' ? value.neg() : value;
    }
    return power(resultOf(base), right);
  }
  const left = resultOf(node.left);
  switch (node.operator) {
    case '+':
      return left.plus(right);
    case '-':
      return left.minus(right);
    case '*':
      return left.times(right);
    case '/':
      return left.div(right);
    default:
      return left.mod(right);
  }
}

function call(node: jsep.CallExpression): Decimal {
  const callee = node.callee as jsep.CoreExpression;
  const name = callee.type === 'Identifier' ? callee.name : '';
  if (name === GROUP && node.arguments.length === 1 && node.arguments[0]) return resultOf(node.arguments[0]);
  const called = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (!called) throw new ToolError(`"${name || 'that'}" is not a function known here.`);
  const args = node.arguments.map(resultOf);
  const [least, most] = called.arity;
  if (args.length < least || args.length > most) {
    throw new ToolError(`${name} takes ${least === most ? least : `${least} to ${most}`} arguments.`);
  }
  return called.apply(...args);
}

/** Formats a result: up to 20 significant digits, whole numbers in full while readable. */
export function format(value: Decimal): string {
  if (value.isInteger() && value.abs().lt('1e30')) return value.toFixed(0);
  return value.toSignificantDigits(20).toString();
}
