import { module } from '#core/module.ts'

/** Fields of the workspace’s own on its records. */
export const fieldsModule = module({
  title: 'Fields',
  owns: ['fields', 'field_values'],
})
