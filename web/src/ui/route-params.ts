const noId = '00000000-0000-0000-0000-000000000000'

/**
 * Record ids in an address may be cut short or mistyped: an invalid id becomes the nil id, so that the page says what it says
 * of every record that does not exist.
 */
export const idsIn = <Name extends string>(...names: Name[]) => ({
  parse: (given: Readonly<Record<Name, string>>): Record<Name, string> =>
    Object.fromEntries(names.map((name) => [name, isId(given[name]) ? given[name] : noId])) as Record<Name, string>,
})

export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)

/** The server takes no longer text to search for. */
export const mostSearched = 200

/** A parameter of the search that is a text; left out where it is empty. */
export const textIn = <Name extends string>(name: Name, value: unknown): { [key in Name]?: string } =>
  (typeof value === 'string' && value !== '' ? { [name]: value.slice(0, mostSearched) } : {}) as { [key in Name]?: string }

/**
 * The order of a list in the search of an address; the usual one, which comes first, is not said. Always with its member: the router
 * keeps what the address says of one that is left out.
 */
export const orderIn = <Usual extends string, Order extends string>(
  [, ...orders]: readonly [Usual, ...Order[]],
  value: unknown,
): { order: Order | undefined } => ({ order: orders.find((known) => known === value) })
