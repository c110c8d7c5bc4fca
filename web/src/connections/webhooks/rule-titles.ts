import type { Webhook } from '#web/wire.ts'

/** What a webhook is called: a rule by what it does and where, another by its address. */
export const titleOfRule = ({ description, url, service }: Pick<Webhook, 'description' | 'url' | 'service'>): string => {
  if (description !== '') return description
  return service ? `${service.title}: ${[service.task_title, ...Object.values(service.asked)].join(' · ')}` : url
}
