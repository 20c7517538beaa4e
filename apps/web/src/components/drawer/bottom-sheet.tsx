import '@mantine/core/styles/Drawer.css'

import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'

import { PopoverLayer } from '../theme/layer.ts'
import { LAYERS, MOTION } from '../theme/tokens.ts'
import classes from './bottom-sheet.module.css'

interface BottomSheetProps {
  opened: boolean
  title: string
  onClose: () => void
  children: ReactNode
}

/** On a phone, shows from below what other screens show beside the content. Esc, the mask and the cross close it. */
export const BottomSheet = ({ opened, title, onClose, children }: BottomSheetProps) => (
  <Drawer
    opened={opened}
    onClose={onClose}
    title={title}
    position="bottom"
    size="auto"
    transitionProps={{ duration: MOTION.dialog }}
    closeButtonProps={{ 'aria-label': 'Cerrar', size: 44 }}
    classNames={{ content: classes.content, header: classes.header, title: classes.title, body: classes.body }}
  >
    <PopoverLayer value={LAYERS.popoverInDialog}>{children}</PopoverLayer>
  </Drawer>
)
