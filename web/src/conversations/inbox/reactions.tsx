import { ActionIcon, Menu } from '@mantine/core'
import { IconMoodPlus } from '#icons'
import { useReact } from './api.ts'
import classes from './bubble.module.css'
import { strings } from './strings.ts'

const emojis = ['👍', '❤️', '😂', '🙏', '🎉', '😮'] as const

export const ReactMenu = ({ messageId, projectId }: { messageId: string; projectId: string }) => {
  const react = useReact(projectId)
  return (
    <Menu position="top" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={strings.react} loading={react.isPending}>
          <IconMoodPlus size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.emojis ?? ''}>
        {emojis.map((emoji) => (
          <Menu.Item key={emoji} aria-label={strings.reactWith(emoji)} onClick={() => react.mutate({ messageId, emoji })}>
            {emoji}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
