import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { useBusy } from '../lib/pagina/use-busy.ts'
import { Button } from './button.tsx'

interface DownloadButtonProps {
  variant?: 'default' | 'subtle'
  /** Beside others of a line. */
  compact?: boolean
  /** Spoken name, where what shows does not say of what. */
  label?: string
  hint?: string
  onDownload: () => Promise<unknown>
  children: ReactNode
}

/** Takes a file, one at a time: while it is made the button says so and cannot be pressed again. */
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
