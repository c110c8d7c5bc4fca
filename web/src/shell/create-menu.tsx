import { Kbd } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconPlus } from '#icons'
import { Menu } from '#web/ui/menu.tsx'
import type { Creatable } from '../module.ts'
import { beginCreating, creatables } from './creating.ts'
import classes from './sidebar.module.css'
import { strings } from './strings.ts'

/** What can be created, from wherever one is. */
export const CreateMenu = () => (
  <Menu
    position="bottom-start"
    width={224}
    target={
      <button type="button" className={classes.create}>
        <IconPlus size={16} stroke={1.8} aria-hidden />
        <span data-words>{strings.create}</span>
      </button>
    }
  >
    {(parts) => (
      <>
        {creatables.map(({ what, link, name, key, Icon }) => (
          <parts.Item
            key={what}
            {...asLinkOf(link, what)}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={<Kbd aria-hidden>{`c ${key}`}</Kbd>}
          >
            {name}
          </parts.Item>
        ))}
      </>
    )}
  </Menu>
)

const asLinkOf = (link: Creatable['link'], what: Creatable['what']) =>
  link ? { component: Link, to: link.to, search: link.search as never } : { onClick: () => beginCreating(what) }
