import { ActionIcon } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { IconPlus } from '#icons'

/** The plus in the head of a group: adds one to it, or leads to where that is done. */
export const AddButton = ({
  label,
  onClick,
  link,
}: {
  label: string
  onClick?: () => void
  link?: Pick<LinkProps, 'to' | 'search'>
}) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size="sm"
    aria-label={label}
    title={label}
    {...(link ? { renderRoot: (props: object) => <Link {...(link as LinkProps)} {...props} /> } : { onClick })}
  >
    <IconPlus size={16} aria-hidden />
  </ActionIcon>
)
