import { z } from 'zod'
import { Definition } from './definition.ts'

/** The JSON Schema of a workflow as it is exported and imported: what an editor outside, or another program, checks it with. */
export const definitionSchema = (): Record<string, unknown> => {
  const { $schema, ...schema } = z.toJSONSchema(Definition, { io: 'input', unrepresentable: 'any' })
  return {
    // Where other generated files say so.
    'x-generated-by': 'npm run docs',
    $schema,
    title: 'Foyer workflow',
    description:
      'A workflow of Foyer as JSON. Members that are not named here are rejected. `to_map:<kind>:<name>` stands for a record that has to be chosen where it is imported.',
    ...schema,
  }
}
