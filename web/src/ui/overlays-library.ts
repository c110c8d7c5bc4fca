/** Of Mantine what opens over the page: a third of the first view's scripts, if it came with it. */
export { Drawer, Menu, Modal, Popover, Tooltip } from '@mantine/core'
