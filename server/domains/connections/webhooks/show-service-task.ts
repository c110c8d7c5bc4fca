import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { publicEvents } from '#core/events/public-events.ts'
import { shape } from '#shapes'
import { ProviderName } from '../connections/providers.ts'
import { webhookErrors } from './errors.ts'
import { taskOf } from './service-tasks.ts'

const Task = shape('ServiceTask', {
  name: z.string(),
  title: z.string(),
  takes: z.enum(['text', 'columns']).describe('What save-service-rule wants beside `asked`'),
  asks: z.array(shape('ServiceTaskQuestion', { name: z.string(), label: z.string(), help: z.string(), optional: z.boolean() })),
})

export const showServiceTask = action({
  name: 'show-service-task',
  summary: 'Show what a service can be asked to do, and what it has to be told for that',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ provider: ProviderName }),
  output: z.object({
    task: Task,
    event_types: z.array(shape('RuleEventType', { type: z.string(), about: z.string() })),
  }),
  errors: [webhookErrors.service_does_nothing],
  examples: [{ title: 'Slack', input: { provider: 'slack' } }],

  async run({ provider }, { fail }) {
    const task = taskOf(provider)
    if (!task) throw fail('service_does_nothing')
    const { name, title, takes, asks } = task
    return {
      task: {
        name,
        title,
        takes,
        asks: asks.map(({ name: asked, label, help, optional }) => ({ name: asked, label, help, optional })),
      },
      event_types: publicEvents().map(({ type, about }) => ({ type, about })),
    }
  },
})
