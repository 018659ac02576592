/** More than these are edited as one piece of JSON. */
const MAX_FIELDS = 40;

/** One value of a tool's input as a person edits it. `text` holds everything except switches. */
export interface InputField {
  name: string;
  /** The tool's description of it; "" if there is none. */
  words: string;
  kind: 'text' | 'number' | 'switch' | 'choice' | 'json';
  choices: string[];
  required: boolean;
  text: string;
  on: boolean;
  /** Whether the model gave it. */
  isGiven: boolean;
}

/** Names in the order of a tool, then those that it does not know, as they come. */
export function inOrder(names: Iterable<string>, order: readonly string[] = []): string[] {
  const all = new Set(names);
  const known = order.filter((name) => all.has(name));
  return [...new Set([...known, ...all])];
}

/**
 * The fields of a call's input, from its tool's schema; null if it can only be edited as JSON.
 * @param order in which the tool names its values
 */
export function fieldsOf(schema: unknown, input: unknown, order?: readonly string[]): InputField[] | null {
  if (!isObject(input)) return null;
  const properties = own(schema, 'properties');
  const known = isObject(properties) ? Object.keys(properties) : [];
  const names = inOrder([...known, ...Object.keys(input)], order);
  if (names.length > MAX_FIELDS) return null;
  const required = own(schema, 'required');
  return names.map((name) =>
    fieldOf(
      name,
      own(properties, name),
      own(input, name),
      Array.isArray(required) && required.includes(name),
    ),
  );
}

function fieldOf(name: string, schema: unknown, value: unknown, required: boolean): InputField {
  const words = own(schema, 'description');
  const choices = own(schema, 'enum');
  const kind = kindOf(schema, value);
  return {
    name,
    words: typeof words === 'string' ? words.slice(0, 300) : '',
    kind,
    choices: kind === 'choice' && Array.isArray(choices) ? choices.map(String) : [],
    required,
    text: value === undefined ? '' : typeof value === 'string' && kind !== 'json' ? value : json(value),
    on: value === true,
    isGiven: value !== undefined,
  };
}

function kindOf(schema: unknown, value: unknown): InputField['kind'] {
  const type = own(schema, 'type') ?? (value === undefined ? 'string' : typeof value);
  const choices = own(schema, 'enum');
  // A value whose type differs from the schema's is shown by its own type.
  if (value !== undefined && value !== null && (type === 'integer' ? 'number' : type) !== typeof value)
    return 'json';
  if (type === 'string') {
    const isChoice =
      Array.isArray(choices) && choices.length > 0 && choices.every((each) => typeof each === 'string');
    return isChoice ? 'choice' : 'text';
  }
  if (type === 'number' || type === 'integer') return 'number';
  return type === 'boolean' ? 'switch' : 'json';
}

/** The input from the fields; `bad` names a field with an invalid number or JSON. */
export function inputOf(
  fields: readonly InputField[],
): { input: Record<string, unknown> } | { bad: string; input?: undefined } {
  const entries: [string, unknown][] = [];
  for (const field of fields) {
    const { name, kind, text, on, isGiven, required } = field;
    if (kind === 'switch') {
      if (on || isGiven || required) entries.push([name, on]);
    } else if (text === '' && (kind !== 'text' || (!isGiven && !required))) {
      if (required) return { bad: name };
    } else if (kind === 'text' || kind === 'choice') {
      entries.push([name, text]);
    } else {
      const value = parsed(text);
      if (value === undefined || (kind === 'number' && typeof value !== 'number')) return { bad: name };
      entries.push([name, value]);
    }
  }
  return { input: Object.fromEntries(entries) };
}

/** A whole input written as JSON; null when it is none. */
export function objectFrom(text: string): Record<string, unknown> | null {
  return objectIn(parsed(text));
}

/** A value as an object; null when it is none. */
export function objectIn(value: unknown): Record<string, unknown> | null {
  return isObject(value) ? (value as Record<string, unknown>) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}

function own(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
