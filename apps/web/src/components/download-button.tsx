import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { useBusy } from '../lib/pagina/use-busy.ts'
import { Button } from './button.tsx'

interface DownloadButtonProps {
  variant?: 'default' | 'subtle'
  /** Small, beside other buttons in a line. */
  compact?: boolean
  /** Accessible name, if the visible text does not name the file. */
  label?: string
  hint?: string
  onDownload: () => Promise<unknown>
  children: ReactNode
}

/** Downloads a file, one at a time: while it is prepared the button shows this and cannot be pressed. */
export function DownloadButton({ variant = 'default', compact = false, label, hint, onDownload, children }: DownloadButtonProps) {
  const [isBusy, download] = useBusy(onDownload)
  return (
    <Button
      variant={variant}
      {...(compact && { size: 'compact-sm' })}
      leftSection={<IconDownload size={compact ? 14 : 16} aria-hidden="true" />}
      busy={isBusy}
      busyLabel="Preparando…"
      aria-label={isBusy ? undefined : label}
      data-hint={hint}
      onClick={() => void download()}
    >
      {children}
    </Button>
  )
}
