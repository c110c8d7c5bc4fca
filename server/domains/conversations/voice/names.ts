/**
 * The name by which a person's browser calls and is called. The client of the browser takes letters, digits and underscores, so the
 * hyphens of the person's id are written so.
 */
export const nameOf = (personId: string): string => personId.replaceAll('-', '_')

const form = /^[0-9a-f]{8}([-_])[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/

/** The person whom a name means, written either way; null for what is no such name. */
export const personOfName = (name: string): string | null => (form.test(name) ? name.replaceAll('_', '-') : null)

/** The name in `client:<name>`; null for whatever is no client. */
export const nameInAddress = (address: string): string | null => /^client:(.+)$/.exec(address)?.[1] ?? null
