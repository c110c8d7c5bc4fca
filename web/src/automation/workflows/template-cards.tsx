import { Button } from '@mantine/core'
import { useState } from 'react'
import { laterWindow } from '#web/ui/later-window.tsx'
import { useTemplates } from './api.ts'
import { readDefinition } from './graph/new-nodes.ts'
import { GraphPicture } from './graph-picture.tsx'
import { templateAbout, templateTitle } from './names/template-strings.ts'
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
        {data.templates.map((template) => (
          <li key={template.id}>
            <GraphPicture definition={readDefinition(template.definition)} />
            <div>
              <h3>{templateTitle(template)}</h3>
              <p>{templateAbout(template)}</p>
              <Button variant="default" size="xs" onClick={() => setUsed(template.id)}>
                {strings.useTemplate}
                <span className="hidden-visually"> {templateTitle(template)}</span>
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
