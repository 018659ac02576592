/** Maximum comparisons per check; the server checks the rest of a larger schema. */
const MAX_WORK = 50_000;
const MAX_DEPTH = 40;
/** Longest reference that is followed, in characters. */
const MAX_REFERENCE = 300;

interface Work {
  left: number;
  root: unknown;
}

/**
 * Finds where a value violates a JSON schema; null if valid. Schemas are untrusted data: patterns are not
 * run, references stay inside the schema, work and depth are bounded, and unknown keywords are ignored. The
 * MCP server checks again.
 * @returns the path of keys (`""` for the whole) and the violated rule, for a sentence
 */
export function breachOf(schema: unknown, value: unknown): Breach | null {
  return check(schema, value, '', 0, { left: MAX_WORK, root: schema });
}

export interface Breach {
  path: string;
  rule: 'type' | 'required' | 'unknown' | 'choice' | 'size';
  /** The expected value. */
  expected: string;
}

function check(schema: unknown, value: unknown, path: string, depth: number, work: Work): Breach | null {
  work.left -= 1;
  if (!isObject(schema) || depth > MAX_DEPTH || work.left < 0) return null;
  const reference = own(schema, '$ref');
  if (typeof reference === 'string') {
    if (reference.length > MAX_REFERENCE) return null;
    work.left -= reference.length;
    const target = resolve(reference, work.root);
    return target === undefined ? null : check(target, value, path, depth + 1, work);
  }
  // Lists in a schema cost work for each checked value.
  for (const name of ['type', 'enum', 'required']) {
    const list = own(schema, name);
    if (Array.isArray(list)) work.left -= list.length;
  }
  if (work.left < 0) return null;
  return (
    checkType(schema, value, path) ??
    checkChoice(schema, value, path) ??
    checkSize(schema, value, path) ??
    checkObject(schema, value, path, depth, work) ??
    checkArray(schema, value, path, depth, work) ??
    checkSome(schema, value, path, depth, work)
  );
}

function checkType(schema: object, value: unknown, path: string): Breach | null {
  const type = own(schema, 'type');
  const types = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
  if (types.length === 0 || types.some((each) => hasType(value, each))) return null;
  return { path, rule: 'type', expected: types.join(', ') };
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'string':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'integer':
      return Number.isInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    default:
      return true;
  }
}

function checkChoice(schema: object, value: unknown, path: string): Breach | null {
  const constant = own(schema, 'const');
  const choices = constant === undefined ? own(schema, 'enum') : [constant];
  if (!Array.isArray(choices) || choices.some((choice) => isSame(choice, value))) return null;
  const expected = choices
    .slice(0, 20)
    .map((choice) => JSON.stringify(choice))
    .join(', ');
  return { path, rule: 'choice', expected };
}

function checkSize(schema: object, value: unknown, path: string): Breach | null {
  const bounds: [string, string, number][] = [];
  if (typeof value === 'number') bounds.push(['minimum', 'maximum', value]);
  if (typeof value === 'string') bounds.push(['minLength', 'maxLength', value.length]);
  if (Array.isArray(value)) bounds.push(['minItems', 'maxItems', value.length]);
  for (const [least, most, size] of bounds) {
    const min = own(schema, least);
    const max = own(schema, most);
    if (typeof min === 'number' && size < min) return { path, rule: 'size', expected: `≥ ${min}` };
    if (typeof max === 'number' && size > max) return { path, rule: 'size', expected: `≤ ${max}` };
  }
  return null;
}

function checkObject(schema: object, value: unknown, path: string, depth: number, work: Work): Breach | null {
  if (!isObject(value)) return null;
  const required = own(schema, 'required');
  for (const name of Array.isArray(required) ? required : [])
    if (typeof name === 'string' && !Object.hasOwn(value, name))
      return { path: join(path, name), rule: 'required', expected: name };
  const properties = own(schema, 'properties');
  const others = own(schema, 'additionalProperties');
  const isClosed = others === false && own(schema, 'patternProperties') === undefined;
  for (const [name, each] of Object.entries(value)) {
    const known = isObject(properties) ? own(properties, name) : undefined;
    if (known === undefined && isClosed) return { path: join(path, name), rule: 'unknown', expected: '' };
    const breach = check(known ?? others, each, join(path, name), depth + 1, work);
    if (breach) return breach;
  }
  return null;
}

function checkArray(schema: object, value: unknown, path: string, depth: number, work: Work): Breach | null {
  if (!Array.isArray(value)) return null;
  const items = own(schema, 'items');
  for (const [index, each] of value.entries()) {
    const breach = check(items, each, join(path, String(index)), depth + 1, work);
    if (breach) return breach;
  }
  return null;
}

/** `anyOf` and `oneOf`: one of them must fit; `allOf`: each. */
function checkSome(schema: object, value: unknown, path: string, depth: number, work: Work): Breach | null {
  for (const name of ['anyOf', 'oneOf']) {
    const choices = own(schema, name);
    if (!Array.isArray(choices) || choices.length === 0) continue;
    let first: Breach | null = null;
    const fits = choices.some((choice) => {
      const breach = check(choice, value, path, depth + 1, work);
      first ??= breach;
      return breach === null;
    });
    if (!fits) return first;
  }
  const all = own(schema, 'allOf');
  for (const each of Array.isArray(all) ? all : []) {
    const breach = check(each, value, path, depth + 1, work);
    if (breach) return breach;
  }
  return null;
}

/** Resolves `#/a/b` in the schema; undefined for anything else. */
function resolve(reference: string, root: unknown): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let found: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = own(found, step.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return found;
}

function own(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Choices that are objects are left to the server: comparing them could be made costly. */
function isSame(choice: unknown, value: unknown): boolean {
  return choice === value || (typeof choice === 'object' && choice !== null);
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
