/** A JSON object of unknown content, as requests bring it. */
export type JsonObject = { [key: string]: unknown };

/** Whether a value is a plain JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; anything else gives none. */
export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The value if it is a string, else "". */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
