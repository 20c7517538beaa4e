import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'

import { addNotice } from '../lib/pagina/notices.ts'
import { NO_ANSWER } from '../lib/http/http-error.ts'

interface Closable {
  onClose?: () => void
}

/**
 * A part of a screen, such as a dialog, whose code is loaded when it is first opened. A failure shows a message and closes the part if
 * possible: the rest of the screen stays, and the next opening tries again.
 */
export function loadedPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  return function LoadedPart(props: P) {
    const [Part, setPart] = useState(() => loaded)
    const refuse = useEffectEvent(() => {
      addNotice({ severity: 'error', detail: NO_ANSWER })
      ;(props as Closable).onClose?.()
    })
    useEffect(() => {
      if (loaded) return
      let isWanted = true
      const show = (part: ComponentType<P>) => {
        loaded = part
        if (isWanted) setPart(() => part)
      }
      load().then(show, () => isWanted && refuse())
      return () => {
        isWanted = false
      }
    }, [])
    return Part ? <Part {...props} /> : null
  }
}
