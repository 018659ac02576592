import { propertyNames } from '../../core/property-names.ts';
import { field } from './wire.ts';

/** Beside the properties of a stored schema: their names in the server's order. */
const ORDER = 'x-tandem-order';

/**
 * Adds the order of properties to a schema stored as JSONB, which reorders keys: people see the server's
 * order.
 */
export function withOrder(schema: object): object {
  return { ...schema, [ORDER]: propertyNames(schema) };
}

/** A stored schema as its server gave it, with its properties in their order. */
export function inOrder(stored: object): object {
  const { [ORDER]: order, ...schema } = stored as Record<string, unknown>;
  const properties = field(schema, 'properties');
  if (!Array.isArray(order) || typeof properties !== 'object' || properties === null) return schema;
  const places = new Map(order.map((name, place) => [String(name), place]));
  const placeOf = (name: string) => places.get(name) ?? places.size;
  const entries = Object.entries(properties).sort(([a], [b]) => placeOf(a) - placeOf(b));
  return { ...schema, properties: Object.fromEntries(entries) };
}
