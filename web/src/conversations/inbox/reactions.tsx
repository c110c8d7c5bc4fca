import { ActionIcon } from '@mantine/core'
import { IconMoodPlus } from '#icons'
import { Menu } from '#web/ui/menu.tsx'
import { useReact } from './api.ts'
import classes from './bubble.module.css'
import { strings } from './strings.ts'

const emojis = ['👍', '❤️', '😂', '🙏', '🎉', '😮'] as const

export const ReactMenu = ({ messageId, projectId }: { messageId: string; projectId: string }) => {
  const react = useReact(projectId)
  return (
    <Menu
      position="top"
      withinPortal
      target={
        <ActionIcon variant="subtle" color="gray" aria-label={strings.react} loading={react.isPending}>
          <IconMoodPlus size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      }
      dropdown={{ className: classes.emojis ?? '' }}
    >
      {(parts) => (
        <>
          {emojis.map((emoji) => (
            <parts.Item key={emoji} aria-label={strings.reactWith(emoji)} onClick={() => react.mutate({ messageId, emoji })}>
              {emoji}
            </parts.Item>
          ))}
        </>
      )}
    </Menu>
  )
}
