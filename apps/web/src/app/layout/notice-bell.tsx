import { IconBell } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

import { Button } from '../../components/button.tsx'
import { PopoverButton } from '../../components/popover/popover-button.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { forgetNotices, pastNoticeStore, type PastNotice } from '../../lib/pagina/notices.ts'
import { useStore } from '../../lib/pagina/store.ts'
import classes from './notice-bell.module.css'

const SEVERITY = { success: 'Hecho', error: 'Error', warn: 'Advertencia', info: 'Información' } as const

function Panel({ notices, onSeen }: { notices: readonly PastNotice[]; onSeen: (n: number) => void }) {
  const newest = notices[0]?.n ?? 0
  useEffect(() => onSeen(newest), [newest, onSeen])
  if (notices.length === 0) return <p className={classes.empty}>No tiene notificaciones.</p>
  return (
    <div className={classes.panel}>
      <ul className={classes.list}>
        {notices.map(({ n, severity, summary, detail, at }) => (
          <li key={n} data-severity={severity}>
            <strong>{summary === 'Sistema' ? SEVERITY[severity] : summary}</strong>
            <time dateTime={at}>{momentoText(at)}</time>
            <p>{detail}</p>
          </li>
        ))}
      </ul>
      <Button variant="subtle" onClick={forgetNotices}>
        Borrar todas
      </Button>
    </div>
  )
}

/** What the toasts said, so that nobody loses one. */
export function NoticeBell() {
  const notices = useStore(pastNoticeStore)
  const [seen, setSeen] = useState(0)
  const unread = notices.filter(({ n }) => n > seen).length
  const icon = (
    <span className={classes.icon}>
      <IconBell size={20} stroke={1.8} aria-hidden="true" />
      {unread > 0 && (
        <span className={classes.count} aria-hidden="true">
          {unread > 9 ? '9+' : unread}
        </span>
      )}
    </span>
  )
  return (
    <PopoverButton label={unread === 0 ? 'Notificaciones' : `Notificaciones: ${unread} sin leer`} target={icon} width={360}>
      {() => <Panel notices={notices} onSeen={setSeen} />}
    </PopoverButton>
  )
}
