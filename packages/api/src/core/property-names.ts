/** Returns the property names of a JSON schema in order; stored JSON loses the order of keys. */
export function propertyNames(schema: object): string[] {
  const properties = Object.hasOwn(schema, 'properties') ? Reflect.get(schema, 'properties') : null;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}
