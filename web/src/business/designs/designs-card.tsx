import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Card } from '#web/ui/card.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import type { Output } from '#web/wire.ts'
import { DesignActions } from './design-actions.tsx'
import { DesignFacts } from './design-facts.tsx'
import classes from './designs.module.css'
import { Exports } from './exports.tsx'
import { Picture } from './picture.tsx'
import { strings } from './strings.ts'
import { UnlinkButton } from './unlink-button.tsx'

const ChooseWindow = laterWindow(() => import('./choose-window.tsx').then(({ ChooseWindow }) => ChooseWindow))
const CreateWindow = laterWindow(() => import('./create-window.tsx').then(({ CreateWindow }) => CreateWindow))

/** The designs of a deal or a contact, with their exports, and the ways to more of them. */
export const DesignsCard = ({
  of,
  shown: { designs, account },
}: {
  of: { readonly dealId: string } | { readonly contactId: string }
  shown: Output<'list-designs'>
}) => {
  const [window, setWindow] = useState<'choose' | 'create' | null>(null)
  const close = (): void => setWindow(null)
  const canAsk = account?.status === 'connected'
  const recordId = 'dealId' in of ? of.dealId : of.contactId
  return (
    <Card
      title={strings.title}
      actions={
        canAsk && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setWindow('choose')}>
              {strings.linkDesign}
            </Button>
            <Button size="xs" variant="subtle" onClick={() => setWindow('create')}>
              {strings.create}
            </Button>
          </Group>
        )
      }
    >
      {designs.length === 0 ? (
        <p className="dim">{strings.noneOfRecord}</p>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
        <ul className={classes.rows} role="list" aria-label={strings.list}>
          {designs.map((design) => (
            <li key={design.id} className={classes.row}>
              <Picture design={design} />
              <div className={classes.body}>
                <div className={classes.head}>
                  <h3 className={classes.name}>
                    <bdi>{design.title}</bdi>
                  </h3>
                  <UnlinkButton design={design} recordId={recordId} />
                </div>
                <DesignFacts design={design} />
                <Exports exports={design.exports} />
                {canAsk && design.gone_at === null && <DesignActions design={design} canLink={false} />}
              </div>
            </li>
          ))}
        </ul>
      )}
      <ChooseWindow opened={window === 'choose'} of={of} without={designs.map(({ id }) => id)} onClose={close} />
      <CreateWindow opened={window === 'create'} of={of} onClose={close} />
    </Card>
  )
}
