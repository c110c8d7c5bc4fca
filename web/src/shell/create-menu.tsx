import { Kbd } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconPlus } from '#icons'
import { Menu } from '#web/ui/menu.tsx'
import { beginCreating, creatables } from './creating.ts'
import classes from './sidebar.module.css'
import { strings } from './strings.ts'

/** What can be created, from wherever one is. */
export const CreateMenu = () => (
  <Menu
    position="bottom-start"
    width={224}
    target={
      <button type="button" className={classes.create} aria-label={strings.create} title={strings.create}>
        <IconPlus size={16} stroke={1.8} aria-hidden />
      </button>
    }
  >
    {(parts) => (
      <>
        {creatables.map(({ what, link, name, key, Icon }) => {
          const looks = {
            leftSection: <Icon size={16} aria-hidden />,
            rightSection: <Kbd aria-hidden>{`c ${key}`}</Kbd>,
          }
          return link ? (
            <parts.Item key={what} component={Link} to={link.to as '/'} search={link.search as never} {...looks}>
              {name}
            </parts.Item>
          ) : (
            <parts.Item key={what} onClick={() => beginCreating(what)} {...looks}>
              {name}
            </parts.Item>
          )
        })}
      </>
    )}
  </Menu>
)
