/** What the properties of a JSON schema are called, in its order; what is stored keeps no order of keys. */
export function propertyNames(schema: object): string[] {
  const properties = Object.hasOwn(schema, 'properties') ? Reflect.get(schema, 'properties') : null;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}
