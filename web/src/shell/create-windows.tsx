import { useNavigate } from '@tanstack/react-router'
import { beginCreating, creatables, endCreating, useCreating } from './creating.ts'
import { useShortcuts } from './keyboard.ts'

/** The sheets in which something is created, over every page, and the keys that open them. */
export const CreateWindows = () => {
  const { what, given } = useCreating()
  const navigate = useNavigate()
  useShortcuts(
    Object.fromEntries(
      creatables.map(({ key, what, link }) => [`c ${key}`, () => (link ? void navigate(link) : beginCreating(what))]),
    ),
  )
  return creatables.map(
    ({ what: each, Window }) => Window && <Window key={each} opened={what === each} given={given} onClose={endCreating} />,
  )
}
