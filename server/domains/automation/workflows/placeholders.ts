/** Stands for an id that another workspace does not have, with what it was called: `to_map:pipeline:Sales`. */
export const placeholderPattern = /to_map:([a-z_]+):([^"'{}]{0,100})/

export const mapping = (kind: string, name: string): string => `to_map:${kind}:${name.replaceAll(/["'{}]/g, '').slice(0, 80)}`

export interface Placeholder {
  readonly kind: string
  readonly name: string
}

export const placeholderIn = (text: string): Placeholder | null => {
  const [, kind, name] = placeholderPattern.exec(text) ?? []
  return kind === undefined || name === undefined ? null : { kind, name }
}

/** Each text of a value, with the path to it. */
export function* textsIn(
  value: unknown,
  path: readonly string[] = [],
): Generator<{ readonly text: string; readonly path: readonly string[] }> {
  if (typeof value === 'string') yield { text: value, path }
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) yield* textsIn(member, [...path, name])
}
