import { Button } from '@mantine/core'
import { useState } from 'react'
import { laterWindow } from '#web/ui/later-window.tsx'
import { useTemplates } from './api.ts'
import { readDefinition } from './graph/new-nodes.ts'
import { GraphPicture } from './graph-picture.tsx'
import { strings } from './strings.ts'
import classes from './workflows.module.css'

const TemplateWindow = laterWindow(() => import('./template-window.tsx').then(({ TemplateWindow }) => TemplateWindow))

/** The templates as cards, each with a small drawing of its steps; with the window of the one to `begin` with. */
export const TemplateCards = ({ begin = null }: { readonly begin?: string | null }) => {
  const { data } = useTemplates()
  const [used, setUsed] = useState(begin)
  if (!data || data.templates.length === 0) return null
  return (
    <section aria-label={strings.templates}>
      <h2>{strings.fromTemplate}</h2>
      <ul className={classes.cards}>
        {data.templates.map(({ id, title, about, definition }) => (
          <li key={id}>
            <GraphPicture definition={readDefinition(definition)} />
            <div>
              <h3>{title}</h3>
              <p>{about}</p>
              <Button variant="default" size="xs" onClick={() => setUsed(id)}>
                {strings.useTemplate}
                <span className="hidden-visually"> {title}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <TemplateWindow
        opened={used !== null}
        template={data.templates.find(({ id }) => id === used) ?? null}
        onClose={() => setUsed(null)}
      />
    </section>
  )
}
